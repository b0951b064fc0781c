package sectile.base.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The header of a `.npy` file: a Python dictionary like `{'descr': '<f4', 'fortran_order': False, 'shape':
/// (3, 4), }`.
record NpyHeader(String descr, boolean fortranOrder, List<Long> shape) {
    /// Says what is wrong with a header.
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    static NpyHeader parse(String text) throws MalformedException {
        return new Parser(text).header();
    }

    /// The dictionary, padded so that what precedes it and the header together are a multiple of 64 bytes
    /// long.
    String text(int preceding) {
        var out = new StringBuilder("{'descr': '").append(descr);
        out.append("', 'fortran_order': ")
                .append(fortranOrder ? "True" : "False")
                .append(", 'shape': (");
        for (int i = 0; i < shape.size(); i++) {
            out.append(shape.get(i)).append(shape.size() == 1 ? "," : i + 1 < shape.size() ? ", " : "");
        }
        out.append("), }");
        int unpadded = preceding + out.length() + 1;
        return out.repeat(' ', (64 - unpadded % 64) % 64).append('\n').toString();
    }

    private static final class Parser {
        private static final int MAX_RANK = 64;
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        NpyHeader header() throws MalformedException {
            Optional<String> descr = Optional.empty();
            Optional<Boolean> fortranOrder = Optional.empty();
            Optional<List<Long>> shape = Optional.empty();
            expect('{');
            while (peek() != '}') {
                String key = string();
                expect(':');
                switch (key) {
                    case "descr" -> descr = Optional.of(descr());
                    case "fortran_order" -> fortranOrder = Optional.of(truth());
                    case "shape" -> shape = Optional.of(tuple());
                    default -> throw new MalformedException("unknown key `" + key + "`");
                }
                if (peek() != '}') {
                    expect(',');
                }
            }
            expect('}');
            if (peek() != '\0') {
                throw unexpected("the end of the header");
            }
            if (descr.isEmpty() || fortranOrder.isEmpty() || shape.isEmpty()) {
                throw new MalformedException("the keys `descr`, `fortran_order` and `shape` must all be there");
            }
            return new NpyHeader(descr.get(), fortranOrder.get(), shape.get());
        }

        private String descr() throws MalformedException {
            if (peek() == '[') {
                throw new MalformedException("records of several fields are not supported");
            }
            return string();
        }

        private String string() throws MalformedException {
            char quote = peek();
            if (quote != '\'' && quote != '"') {
                throw unexpected("a quoted text");
            }
            int end = text.indexOf(quote, at + 1);
            if (end < 0) {
                throw new MalformedException("a quoted text has no end");
            }
            String result = text.substring(at + 1, end);
            at = end + 1;
            return result;
        }

        private boolean truth() throws MalformedException {
            peek();
            for (String word : List.of("True", "False")) {
                if (text.startsWith(word, at)) {
                    at += word.length();
                    return word.equals("True");
                }
            }
            throw unexpected("`True` or `False`");
        }

        private List<Long> tuple() throws MalformedException {
            List<Long> result = new ArrayList<>();
            expect('(');
            while (peek() != ')') {
                result.add(number());
                if (result.size() > MAX_RANK) {
                    throw new MalformedException("the shape has more than " + MAX_RANK + " dimensions");
                }
                if (peek() != ')') {
                    expect(',');
                }
            }
            expect(')');
            return result;
        }

        private long number() throws MalformedException {
            peek();
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            String digits = text.substring(start, at);
            if (digits.isEmpty()) {
                throw unexpected("an integer");
            }
            // Python 2 marked long numbers.
            if (at < text.length() && text.charAt(at) == 'L') {
                at++;
            }
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException tooLarge) {
                throw new MalformedException("the dimension " + digits + " is too large");
            }
        }

        /// The next character that is not a space, or `\0` at the end.
        private char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private void expect(char wanted) throws MalformedException {
            if (peek() != wanted) {
                throw unexpected("`" + wanted + "`");
            }
            at++;
        }

        private MalformedException unexpected(String wanted) {
            String found = at < text.length() ? "`" + text.charAt(at) + "`" : "the end";
            return new MalformedException("expected " + wanted + " at character " + at + ", found " + found);
        }
    }
}

package sectile.python.syntax;

/// Reads one string literal, from its opening quote, and resolves escapes.
final class StringLiteral {
    private final String text;
    private final boolean raw;
    private int position;
    private String problem = "";

    StringLiteral(String text, int start, boolean raw) {
        this.text = text;
        this.position = start;
        this.raw = raw;
    }

    /// Where the literal ends.
    int end() {
        return position;
    }

    /// What was wrong with it; empty if nothing.
    String problem() {
        return problem;
    }

    String read() {
        char quote = text.charAt(position);
        boolean triple = text.startsWith(String.valueOf(quote).repeat(3), position);
        String closing = String.valueOf(quote).repeat(triple ? 3 : 1);
        position += closing.length();
        var value = new StringBuilder();
        while (true) {
            if (position >= text.length()) {
                problem = "this string is never closed";
                return value.toString();
            }
            if (text.startsWith(closing, position)) {
                position += closing.length();
                return value.toString();
            }
            char c = text.charAt(position);
            if ((c == '\n' || c == '\r') && !triple) {
                problem = "this string is not closed on its line";
                return value.toString();
            }
            if (c == '\\' && position + 1 < text.length()) {
                escape(value);
            } else {
                value.append(c);
                position++;
            }
        }
    }

    private void escape(StringBuilder value) {
        char c = text.charAt(position + 1);
        position += 2;
        if (raw) {
            value.append('\\').append(c);
            return;
        }
        switch (c) {
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case 'a' -> value.append('\u0007');
            case 'b' -> value.append('\b');
            case 'f' -> value.append('\f');
            case 'v' -> value.append('\u000B');
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(value, c - '0');
            case '\\', '\'', '"' -> value.append(c);
            case '\n' -> {}
            case '\r' -> {
                if (position < text.length() && text.charAt(position) == '\n') {
                    position++;
                }
            }
            case 'x' -> hex(value, 2);
            case 'u' -> hex(value, 4);
            case 'U' -> hex(value, 8);
            default -> value.append('\\').append(c);
        }
    }

    private void octal(StringBuilder value, int first) {
        int number = first;
        for (int i = 0; i < 2 && position < text.length(); i++) {
            int digit = Character.digit(text.charAt(position), 8);
            if (digit < 0) {
                break;
            }
            number = number * 8 + digit;
            position++;
        }
        value.append((char) number);
    }

    private void hex(StringBuilder value, int digits) {
        if (position + digits > text.length()) {
            problem = "a \\x, \\u or \\U escape is cut short";
            position = text.length();
            return;
        }
        int number = 0;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(text.charAt(position + i), 16);
            if (digit < 0) {
                problem = "an escape needs " + digits + " hexadecimal digits";
                return;
            }
            number = number * 16 + digit;
        }
        position += digits;
        if (Character.isValidCodePoint(number)) {
            value.appendCodePoint(number);
        } else {
            problem = "an escape names no character";
        }
    }
}

package sectile.python.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How much space is between two tokens of one line.
final class Spacing {
    private static final Set<String> OPENING = Set.of("(", "[", "{");
    private static final Set<String> CLOSING = Set.of(")", "]", "}");
    private static final Set<String> PREFIXES = Set.of("+", "-", "~", "*", "**");
    private static final Set<String> CONSTANTS = Set.of("True", "False", "None");

    private final Set<Token> wideColons = new HashSet<>();
    private final ArrayDeque<String> brackets = new ArrayDeque<>();
    private final ArrayDeque<Boolean> annotated = new ArrayDeque<>();
    private boolean afterPrefix;
    private boolean lineStart;

    /// Finds the slices first: the colon of one with more than names or numbers on its sides has space around it.
    Spacing(List<Token> tokens) {
        var open = new ArrayDeque<List<Token>>();
        for (Token token : tokens) {
            if (isOneOf(token, OPENING)) {
                if (!open.isEmpty()) {
                    open.element().add(token);
                }
                open.push(new ArrayList<>(List.of(token)));
            } else if (isOneOf(token, CLOSING) && !open.isEmpty()) {
                slices(open.pop());
            } else if (!open.isEmpty()) {
                open.element().add(token);
            }
        }
    }

    private void slices(List<Token> inside) {
        if (!inside.getFirst().is("[")) {
            return;
        }
        var colons = new ArrayList<Token>();
        boolean wide = false;
        int length = 0;
        for (Token token : inside.subList(1, inside.size())) {
            if (token.is(",")) {
                keep(colons, wide);
                colons.clear();
                wide = false;
                length = 0;
            } else if (token.is(":")) {
                colons.add(token);
                length = 0;
            } else if (length > 0 || !isOneOf(token, PREFIXES)) {
                length += token.is(".") ? -1 : 1;
                wide |= length > 1;
            }
        }
        keep(colons, wide);
    }

    private void keep(List<Token> colons, boolean wide) {
        if (wide) {
            wideColons.addAll(colons);
        }
    }

    private static boolean isOneOf(Token token, Set<String> texts) {
        return token.kind() == Token.Kind.OPERATOR && texts.contains(token.text());
    }

    /// Moves past a token; to be called for each in order, after [#before].
    void passed(Token token, Token previous) {
        afterPrefix = isPrefix(token, previous);
        lineStart = previous.kind() == Token.Kind.NEWLINE;
        if (isOneOf(token, OPENING)) {
            brackets.push(token.text());
            annotated.push(false);
        } else if (isOneOf(token, CLOSING) && !brackets.isEmpty()) {
            brackets.pop();
            annotated.pop();
        } else if (!brackets.isEmpty() && (token.is(",") || token.is(":"))) {
            annotated.pop();
            annotated.push(token.is(":"));
        }
    }

    private static boolean isPrefix(Token token, Token previous) {
        return isOneOf(token, PREFIXES) && !endsOperand(previous);
    }

    private static boolean endsOperand(Token token) {
        return switch (token.kind()) {
            case NAME -> !Keywords.isReserved(token.text()) || CONSTANTS.contains(token.text());
            case INT, FLOAT, STRING, FSTRING -> true;
            case OPERATOR -> isOneOf(token, CLOSING) || token.is("...");
            case NEWLINE, INDENT, DEDENT, END -> false;
        };
    }

    /// The space between two tokens that are next to each other.
    String before(Token previous, Token token) {
        return isTight(previous, token) ? "" : " ";
    }

    private boolean isTight(Token previous, Token token) {
        if (afterPrefix || isOneOf(previous, OPENING) || isOneOf(token, CLOSING) || token.is(",") || token.is(";")) {
            return true;
        }
        if (previous.is(",") || previous.is(";")) {
            return false;
        }
        if (token.is(".") || previous.is(".")) {
            boolean number = previous.kind() == Token.Kind.INT;
            boolean relative = token.is("import") || previous.is("from") || previous.is("import");
            return !number && !relative;
        }
        if (previous.is("@") && lineStart) {
            return true;
        }
        boolean subscript = !brackets.isEmpty() && brackets.element().equals("[");
        if (token.is(":")) {
            return !subscript || !wideColons.contains(token) || previous.is(":");
        }
        if (previous.is(":")) {
            return subscript && !wideColons.contains(previous);
        }
        if (token.is("=") || previous.is("=")) {
            return !brackets.isEmpty() && brackets.element().equals("(") && !annotated.element();
        }
        if (token.is("(") || token.is("[")) {
            return endsOperand(previous);
        }
        return false;
    }
}

package sectile.python.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;

/// Turns text into tokens: indentation, line continuations, numbers, strings and operators, as Python does.
final class Lexer {
    private static final Set<String> OPERATORS = Set.of(
            "**=", "//=", "<<=", ">>=", "...", "!=", "==", "<=", ">=", "**", "//", "<<", ">>", "->", "+=", "-=", "*=",
            "/=", "%=", "&=", "|=", "^=", "@=", ":=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "(", ")",
            "[", "]", "{", "}", ",", ":", ".", ";", "=", "@", "!", "$", "?", "`");
    private static final int MAX_INDENTS = 100;

    private final SourceFile source;
    private final String text;
    private final Diagnostics diagnostics;
    private final List<Token> tokens = new ArrayList<>();
    private final ArrayDeque<Integer> indents = new ArrayDeque<>();
    private int position;
    private int depth;

    private Lexer(SourceFile source, Diagnostics diagnostics) {
        this.source = source;
        this.text = source.text();
        this.diagnostics = diagnostics;
    }

    static List<Token> tokens(SourceFile source, Diagnostics diagnostics) {
        var lexer = new Lexer(source, diagnostics);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        indents.push(0);
        boolean lineStart = true;
        while (true) {
            if (lineStart && depth == 0) {
                if (!indentation()) {
                    break;
                }
                lineStart = false;
            }
            skipBlanks();
            if (position >= text.length()) {
                break;
            }
            char c = text.charAt(position);
            if (c == '\n' || c == '\r') {
                int start = position;
                newlineCharacter();
                if (depth > 0 && definitionFollows()) {
                    // No expression continues with a definition: a bracket was left open.
                    depth = 0;
                }
                if (depth == 0) {
                    add(Token.Kind.NEWLINE, "\n", start);
                    lineStart = true;
                }
            } else {
                token(c);
            }
        }
        if (!tokens.isEmpty() && tokens.getLast().kind() != Token.Kind.NEWLINE) {
            add(Token.Kind.NEWLINE, "", position);
        }
        while (indents.pop() > 0) {
            add(Token.Kind.DEDENT, "", position);
        }
        add(Token.Kind.END, "", position);
    }

    private boolean definitionFollows() {
        int next = position;
        while (next < text.length() && isBlank(text.charAt(next))) {
            next++;
        }
        return text.startsWith("def ", next) || text.startsWith("class ", next) || text.startsWith("@pl.", next);
    }

    private void newlineCharacter() {
        if (text.charAt(position) == '\r' && position + 1 < text.length() && text.charAt(position + 1) == '\n') {
            position++;
        }
        position++;
    }

    /// Measures the indentation of the next line that holds something; false at the end of the text.
    private boolean indentation() {
        while (position < text.length()) {
            int start = position;
            int column = 0;
            while (position < text.length() && isBlank(text.charAt(position))) {
                column = text.charAt(position) == '\t' ? (column / 8 + 1) * 8 : column + 1;
                position++;
            }
            if (position >= text.length()) {
                return false;
            }
            char c = text.charAt(position);
            if (c == '#') {
                comment();
            } else if (c == '\n' || c == '\r') {
                newlineCharacter();
            } else {
                indent(column, start);
                return true;
            }
        }
        return false;
    }

    private void indent(int column, int start) {
        int current = indents.getFirst();
        if (column > current) {
            if (indents.size() > MAX_INDENTS) {
                error(
                        SyntaxCode.NESTED_TOO_DEEPLY,
                        start,
                        position,
                        "blocks are nested more than " + MAX_INDENTS + " deep");
                return;
            }
            indents.push(column);
            add(Token.Kind.INDENT, "", start);
            return;
        }
        while (column < indents.getFirst()) {
            indents.pop();
            add(Token.Kind.DEDENT, "", position);
        }
        if (column != indents.getFirst()) {
            error(SyntaxCode.INDENTATION, start, position, "this indentation matches no enclosing block");
            indents.push(column);
            add(Token.Kind.INDENT, "", start);
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\f' || c == '\uFEFF';
    }

    private void comment() {
        while (position < text.length() && text.charAt(position) != '\n' && text.charAt(position) != '\r') {
            position++;
        }
    }

    private void skipBlanks() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (isBlank(c)) {
                position++;
            } else if (c == '#') {
                comment();
            } else if (c == '\\'
                    && position + 1 < text.length()
                    && (text.charAt(position + 1) == '\n' || text.charAt(position + 1) == '\r')) {
                position++;
                newlineCharacter();
            } else {
                return;
            }
        }
    }

    private void token(char c) {
        int start = position;
        if (Character.isUnicodeIdentifierStart(c) || c == '_' || Character.isSurrogate(c)) {
            name(start);
        } else if (isDigit(c) || (c == '.' && position + 1 < text.length() && isDigit(text.charAt(position + 1)))) {
            number(start);
        } else if (c == '"' || c == '\'') {
            string(start, "");
        } else {
            operator(start);
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void name(int start) {
        while (position < text.length()
                && (Character.isUnicodeIdentifierPart(text.charAt(position))
                        || Character.isSurrogate(text.charAt(position)))) {
            position++;
        }
        String word = text.substring(start, position);
        if (position < text.length()
                && (text.charAt(position) == '"' || text.charAt(position) == '\'')
                && word.length() <= 2
                && word.chars().allMatch(x -> "rRbBfFuU".indexOf(x) >= 0)) {
            string(start, word.toLowerCase(java.util.Locale.ROOT));
            return;
        }
        add(Token.Kind.NAME, word, start);
    }

    private void number(int start) {
        boolean real = false;
        if (text.charAt(position) == '0'
                && position + 1 < text.length()
                && "xXbBoO".indexOf(text.charAt(position + 1)) >= 0) {
            position += 2;
            while (position < text.length()
                    && (Character.digit(text.charAt(position), 16) >= 0 || text.charAt(position) == '_')) {
                position++;
            }
        } else {
            digits();
            if (position < text.length() && text.charAt(position) == '.') {
                real = true;
                position++;
                digits();
            }
            if (position < text.length() && (text.charAt(position) == 'e' || text.charAt(position) == 'E')) {
                int mark = position;
                position++;
                if (position < text.length() && (text.charAt(position) == '+' || text.charAt(position) == '-')) {
                    position++;
                }
                int first = position;
                digits();
                if (position == first) {
                    position = mark;
                } else {
                    real = true;
                }
            }
        }
        add(real ? Token.Kind.FLOAT : Token.Kind.INT, text.substring(start, position), start);
    }

    private void digits() {
        while (position < text.length() && (isDigit(text.charAt(position)) || text.charAt(position) == '_')) {
            position++;
        }
    }

    private void string(int start, String prefix) {
        var reader = new StringLiteral(text, position, prefix.contains("r"));
        String value = reader.read();
        position = reader.end();
        if (!reader.problem().isEmpty()) {
            error(SyntaxCode.STRING, start, position, reader.problem());
        }
        add(prefix.contains("f") ? Token.Kind.FSTRING : Token.Kind.STRING, value, start);
    }

    private void operator(int start) {
        for (int length = 3; length >= 1; length--) {
            if (start + length <= text.length()) {
                String candidate = text.substring(start, start + length);
                if (OPERATORS.contains(candidate)) {
                    position += length;
                    if (candidate.equals("(") || candidate.equals("[") || candidate.equals("{")) {
                        depth++;
                    } else if ((candidate.equals(")") || candidate.equals("]") || candidate.equals("}")) && depth > 0) {
                        depth--;
                    }
                    add(Token.Kind.OPERATOR, candidate, start);
                    return;
                }
            }
        }
        position++;
        error(SyntaxCode.CHARACTER, start, position, "unexpected character `" + text.charAt(start) + "`");
    }

    private void add(Token.Kind kind, String value, int start) {
        tokens.add(new Token(kind, value, start, Math.max(start, position)));
    }

    private void error(DiagnosticCode code, int start, int end, String message) {
        diagnostics.error(code, new Span(source, start, end), message);
    }
}

package sectile.python.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;

/// Lays a file out anew: indentation, space between tokens, empty lines. Every token, every comment and every line
/// break inside brackets stays; nothing is added, and what is not part of the program is laid out like the rest.
public final class Formatter {
    private static final int INDENT = 4;

    /// A bracket that is open, and the level of the line it is in.
    private record Open(Token bracket, int level) {}

    private final String source;
    private final Spacing spacing;
    private final StringBuilder out = new StringBuilder();
    private final ArrayDeque<Open> brackets = new ArrayDeque<>();
    private final List<Integer> columns = new ArrayList<>(List.of(0));
    private int lineLevel;

    private Formatter(SourceFile source, List<Token> tokens) {
        this.source = source.text();
        this.spacing = new Spacing(tokens);
    }

    /// The text laid out, or empty with the reasons in `diagnostics` when it is not made of Python's tokens.
    public static Optional<String> format(SourceFile source, Diagnostics diagnostics) {
        List<Token> tokens = Lexer.tokens(source, diagnostics);
        if (diagnostics.hasErrors() || !balanced(source, tokens, diagnostics)) {
            return Optional.empty();
        }
        String text = new Formatter(source, tokens).run(tokens);
        var again = new Diagnostics();
        List<Token> after = Lexer.tokens(new SourceFile(source.name(), text), again);
        if (again.hasErrors()
                || !words(tokens).equals(words(after))
                || !comments(source.text(), tokens).equals(comments(text, after))) {
            throw new IllegalStateException("formatting " + source.name() + " would change it");
        }
        return Optional.of(text);
    }

    private static List<String> words(List<Token> tokens) {
        return tokens.stream()
                .map(t -> t.kind() == Token.Kind.NEWLINE ? "NEWLINE" : t.kind() + " " + t.text())
                .toList();
    }

    private static List<String> comments(String text, List<Token> tokens) {
        var found = new ArrayList<String>();
        int end = 0;
        for (Token token : tokens) {
            for (String line : text.substring(end, Math.max(end, token.start())).split("\\R", -1)) {
                int hash = line.indexOf('#');
                if (hash >= 0) {
                    found.add(line.substring(hash).stripTrailing());
                }
            }
            end = Math.max(end, token.end());
        }
        return found;
    }

    private static boolean balanced(SourceFile source, List<Token> tokens, Diagnostics diagnostics) {
        var open = new ArrayDeque<Token>();
        for (Token token : tokens) {
            if (token.kind() != Token.Kind.OPERATOR) {
                continue;
            }
            switch (token.text()) {
                case "(", "[", "{" -> open.push(token);
                case ")", "]", "}" -> {
                    if (open.isEmpty() || !matches(open.pop(), token)) {
                        diagnostics.error(
                                SyntaxCode.SYNTAX, token.span(source), "`" + token.text() + "` closes nothing");
                        return false;
                    }
                }
                default -> {}
            }
        }
        if (!open.isEmpty()) {
            Span span = open.getLast().span(source);
            diagnostics.error(SyntaxCode.SYNTAX, span, "`" + open.getLast().text() + "` is never closed");
            return false;
        }
        return true;
    }

    private static boolean matches(Token open, Token close) {
        return "()[]{}".contains(open.text() + close.text());
    }

    private String run(List<Token> tokens) {
        Token previous = new Token(Token.Kind.NEWLINE, "\n", 0, 0);
        Token last = previous;
        int end = 0;
        boolean newLine = true;
        List<Integer> before = List.copyOf(columns);
        for (Token token : tokens) {
            switch (token.kind()) {
                case NEWLINE -> {
                    newLine = true;
                    previous = token;
                    before = List.copyOf(columns);
                }
                case INDENT -> columns.add(column(token.end()));
                case DEDENT -> columns.removeLast();
                case END -> lines(gap(end, source.length()), before, true);
                case NAME, INT, FLOAT, STRING, FSTRING, OPERATOR -> {
                    List<String> gap = gap(end, token.start());
                    if (newLine) {
                        lines(gap, before, false);
                        lineLevel = columns.size() - 1;
                        indent(lineLevel);
                    } else if (gap.size() > 1) {
                        inside(gap, token);
                    } else {
                        out.append(spacing.before(last, token));
                    }
                    spacing.passed(token, newLine ? previous : last);
                    newLine = false;
                    bracket(token);
                    out.append(source, token.start(), token.end());
                    last = token;
                    end = token.end();
                }
            }
        }
        return out.isEmpty() ? "" : out.append('\n').toString();
    }

    private void bracket(Token token) {
        if (token.kind() == Token.Kind.OPERATOR) {
            switch (token.text()) {
                case "(", "[", "{" -> brackets.push(new Open(token, lineLevel));
                case ")", "]", "}" -> brackets.pop();
                default -> {}
            }
        }
    }

    /// What is between two tokens, line by line, without the space around it; a comment keeps its column.
    private List<String> gap(int from, int to) {
        return List.of(source.substring(from, to).split("\\R", -1));
    }

    private int column(int offset) {
        int column = 0;
        for (int i = lineStart(offset); i < offset; i++) {
            column = wider(column, source.charAt(i));
        }
        return column;
    }

    private int lineStart(int offset) {
        int start = offset;
        while (start > 0 && source.charAt(start - 1) != '\n' && source.charAt(start - 1) != '\r') {
            start--;
        }
        return start;
    }

    private static int wider(int column, char c) {
        return c == '\t' ? (column / 8 + 1) * 8 : column + 1;
    }

    private static int columnOfComment(String line) {
        int column = 0;
        for (int i = 0; line.charAt(i) != '#'; i++) {
            column = wider(column, line.charAt(i));
        }
        return column;
    }

    /// The comments and empty lines between two statements.
    private void lines(List<String> gap, List<Integer> before, boolean atEnd) {
        boolean start = out.isEmpty();
        List<Integer> known = columns.size() >= before.size() ? columns : before;
        int empty = 0;
        for (int i = 0; i < gap.size() - (atEnd ? 0 : 1); i++) {
            int hash = gap.get(i).indexOf('#');
            if (hash < 0) {
                empty += i == 0 && !start ? 0 : 1;
                continue;
            }
            String comment = gap.get(i).substring(hash).stripTrailing();
            if (i == 0 && !start) {
                out.append("  ").append(comment);
                continue;
            }
            int level = level(known, columnOfComment(gap.get(i)));
            end(empty, level);
            indent(level);
            out.append(comment);
            empty = 0;
        }
        if (!atEnd) {
            end(empty, columns.size() - 1);
        }
    }

    /// Ends the last line, and keeps one empty line, or two between what is at the top.
    private void end(int empty, int level) {
        if (!out.isEmpty()) {
            out.repeat("\n", 1 + Math.min(empty, level == 0 ? 2 : 1));
        }
    }

    private static int level(List<Integer> columns, int column) {
        int level = 0;
        while (level + 1 < columns.size() && columns.get(level + 1) <= column) {
            level++;
        }
        return level;
    }

    private void indent(int level) {
        out.repeat(" ", level * INDENT);
    }

    /// A line break inside brackets, or after a backslash.
    private void inside(List<String> gap, Token next) {
        int level = brackets.isEmpty() ? columns.size() : brackets.element().level() + 1;
        int empty = 0;
        for (int i = 0; i + 1 < gap.size(); i++) {
            int hash = gap.get(i).indexOf('#');
            if (hash >= 0) {
                if (i > 0) {
                    out.repeat("\n", 1 + Math.min(empty, 1));
                    indent(level);
                } else {
                    out.append("  ");
                }
                out.append(gap.get(i).substring(hash).stripTrailing());
                empty = 0;
            } else if (brackets.isEmpty()) {
                out.append(i == 0 ? " \\" : "\n\\");
            } else {
                empty += i == 0 ? 0 : 1;
            }
        }
        out.repeat("\n", 1 + Math.min(empty, 1));
        boolean closes = next.kind() == Token.Kind.OPERATOR && ")]}".contains(next.text());
        lineLevel = closes ? brackets.element().level() : level;
        indent(lineLevel);
    }
}

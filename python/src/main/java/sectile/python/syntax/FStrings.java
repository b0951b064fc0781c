package sectile.python.syntax;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;

/// The values inside an f-string. They are parsed on their own and are at the position of the whole string.
final class FStrings {
    private FStrings() {}

    static List<Ast.Expr> parts(String text, Span span, int depth) {
        var parts = new ArrayList<Ast.Expr>();
        var literal = new StringBuilder();
        int position = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            if ((c == '{' || c == '}') && position + 1 < text.length() && text.charAt(position + 1) == c) {
                literal.append(c);
                position += 2;
            } else if (c == '{') {
                int end = closing(text, position, span);
                parts.add(new Ast.StringLiteral(literal.toString(), span));
                literal.setLength(0);
                parts.add(value(text.substring(position + 1, end), span, depth));
                position = end + 1;
            } else if (c == '}') {
                throw new SyntaxException(SyntaxCode.F_STRING, span, "a single `}` in an f-string; write `}}`");
            } else {
                literal.append(c);
                position++;
            }
        }
        parts.add(new Ast.StringLiteral(literal.toString(), span));
        return parts;
    }

    private static int closing(String text, int open, Span span) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{' || c == '[' || c == '(') {
                depth++;
            } else if (c == '}' || c == ']' || c == ')') {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        throw new SyntaxException(SyntaxCode.F_STRING, span, "a `{` in an f-string is never closed");
    }

    private static Ast.Expr value(String text, Span span, int depth) {
        String expression = text;
        String conversion = "";
        String format = "";
        int nesting = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            nesting += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
            boolean converts = c == '!' && i + 1 < text.length() && text.charAt(i + 1) != '=';
            if (nesting == 0 && (c == ':' || converts)) {
                int colon = c == ':' ? i : text.indexOf(':', i);
                conversion = converts ? text.substring(i + 1, colon < 0 ? text.length() : colon) : "";
                format = colon < 0 ? "" : text.substring(colon + 1);
                expression = text.substring(0, i);
                break;
            }
        }
        String label = "";
        String bare = expression.stripTrailing();
        if (bare.endsWith("=") && !bare.endsWith("==")) {
            label = expression;
            expression = bare.substring(0, bare.length() - 1);
        }
        // Positions inside are not those of the file: only the name of a failure is kept, at the string's place.
        var inner = new SourceFile(span.source().name(), expression.strip());
        var diagnostics = new Diagnostics();
        var cursor = new Cursor(inner, Lexer.tokens(inner, diagnostics));
        cursor.restoreDepth(depth + 1);
        try {
            Ast.Expr parsed = new ExpressionParser(cursor).expressionList();
            if (diagnostics.hasErrors() || !cursor.at(Token.Kind.NEWLINE)) {
                throw new SyntaxException(SyntaxCode.F_STRING, span, "`{" + text + "}` is not an expression");
            }
            Ast.Expr value = Relocation.to(span, parsed);
            boolean plain = label.isEmpty() && conversion.isEmpty() && format.isEmpty();
            return plain ? value : new Ast.Formatted(value, label, conversion, format, span);
        } catch (SyntaxException e) {
            throw new SyntaxException(e.code(), span, e.text());
        }
    }
}

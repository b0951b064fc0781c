package sectile.python.syntax;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// Names, literals, displays, calls, subscripts and attributes.
final class AtomParser {
    private static final int MAX_POSTFIX = 100;
    /// As many as CPython reads.
    private static final int MAX_DIGITS = 4300;

    private final Cursor cursor;
    private final ExpressionParser expressions;

    AtomParser(Cursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    Ast.Expr postfix() {
        int start = cursor.start();
        Ast.Expr value = atom();
        for (int count = 0; ; count++) {
            if (count > MAX_POSTFIX) {
                throw new SyntaxException(
                        "LANG-105", cursor.here(), "more than " + MAX_POSTFIX + " calls or subscripts in a row");
            }
            if (cursor.take(".")) {
                Token name = cursor.at(Token.Kind.NAME) ? cursor.next() : cursor.expectName("a name after `.`");
                value = new Ast.Attribute(value, name.text(), name.span(cursor.source()), cursor.since(start));
            } else if (cursor.take("(")) {
                value = call(value, start);
            } else if (cursor.take("[")) {
                cursor.enter();
                Ast.Expr index = subscript();
                cursor.leave();
                cursor.expect("]");
                value = new Ast.Subscript(value, index, cursor.since(start));
            } else {
                return value;
            }
        }
    }

    private Ast.Expr call(Ast.Expr function, int start) {
        var args = new ArrayList<Ast.Expr>();
        var keywords = new ArrayList<Ast.Keyword>();
        cursor.enter();
        while (!cursor.at(")")) {
            int argStart = cursor.start();
            if (cursor.take("**")) {
                Ast.Expr value = expressions.expression();
                keywords.add(new Ast.Keyword("", value, cursor.since(argStart)));
            } else if (cursor.at(Token.Kind.NAME)
                    && cursor.peek(1).is("=")
                    && !Keywords.isReserved(cursor.peek().text())) {
                Token name = cursor.next();
                cursor.next();
                Ast.Expr value = expressions.expression();
                keywords.add(new Ast.Keyword(name.text(), value, name.span(cursor.source())));
            } else {
                Ast.Expr value = expressions.starredOrExpression();
                args.add(comprehension(value, argStart));
            }
            if (!cursor.take(",")) {
                break;
            }
        }
        cursor.leave();
        cursor.expect(")");
        return new Ast.Call(function, List.copyOf(args), List.copyOf(keywords), cursor.since(start));
    }

    private Ast.Expr subscript() {
        int start = cursor.start();
        Ast.Expr first = sliceOrExpression();
        if (!cursor.at(",")) {
            return first;
        }
        var elements = new ArrayList<Ast.Expr>();
        elements.add(first);
        while (cursor.take(",")) {
            if (cursor.at("]")) {
                break;
            }
            elements.add(sliceOrExpression());
        }
        return new Ast.Tuple(List.copyOf(elements), cursor.since(start));
    }

    private Ast.Expr sliceOrExpression() {
        int start = cursor.start();
        Ast.@Nullable Expr lower = cursor.at(":") ? null : expressions.starredOrExpression();
        if (!cursor.take(":")) {
            if (lower == null) {
                throw cursor.unexpected("an index");
            }
            return lower;
        }
        Ast.@Nullable Expr upper = endsSlice() ? null : expressions.expression();
        Ast.@Nullable Expr step = null;
        if (cursor.take(":") && !endsSlice()) {
            step = expressions.expression();
        }
        return new Ast.Slice(lower, upper, step, cursor.since(start));
    }

    private boolean endsSlice() {
        return cursor.at(":") || cursor.at(",") || cursor.at("]");
    }

    private Ast.Expr atom() {
        Token token = cursor.peek();
        int start = token.start();
        return switch (token.kind()) {
            case NAME -> name(token);
            case INT -> {
                cursor.next();
                yield new Ast.IntLiteral(integer(token), cursor.since(start));
            }
            case FLOAT -> {
                cursor.next();
                yield new Ast.RealLiteral(Double.parseDouble(token.text().replace("_", "")), cursor.since(start));
            }
            case STRING, FSTRING -> strings(start);
            case OPERATOR ->
                switch (token.text()) {
                    case "(" -> parenthesised(start);
                    case "[" -> list(start);
                    case "{" -> dictionary(start);
                    case "..." -> {
                        cursor.next();
                        yield new Ast.EllipsisLiteral(cursor.since(start));
                    }
                    default -> throw cursor.unexpected("an expression");
                };
            case NEWLINE, INDENT, DEDENT, END -> throw cursor.unexpected("an expression");
        };
    }

    private Ast.Expr name(Token token) {
        String word = token.text();
        boolean literal = word.equals("True") || word.equals("False") || word.equals("None");
        if (!literal && Keywords.isReserved(word)) {
            throw cursor.unexpected("an expression");
        }
        cursor.next();
        Span span = token.span(cursor.source());
        return switch (word) {
            case "True" -> new Ast.BoolLiteral(true, span);
            case "False" -> new Ast.BoolLiteral(false, span);
            case "None" -> new Ast.NoneLiteral(span);
            default -> new Ast.Name(word, span);
        };
    }

    private BigInteger integer(Token token) {
        String digits = token.text().replace("_", "").toLowerCase(Locale.ROOT);
        int radix = digits.startsWith("0x") ? 16 : digits.startsWith("0b") ? 2 : digits.startsWith("0o") ? 8 : 10;
        if (digits.length() > MAX_DIGITS) {
            throw new SyntaxException(
                    "LANG-106",
                    token.span(cursor.source()),
                    "`" + shortened(token.text()) + "` has more than " + MAX_DIGITS + " digits");
        }
        try {
            return new BigInteger(radix == 10 ? digits : digits.substring(2), radix);
        } catch (NumberFormatException e) {
            throw new SyntaxException(
                    "LANG-106", token.span(cursor.source()), "`" + shortened(token.text()) + "` is not an integer");
        }
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    /// Adjacent strings are one.
    private Ast.Expr strings(int start) {
        var text = new StringBuilder();
        var parts = new ArrayList<Ast.Expr>();
        boolean formatted = false;
        while (cursor.at(Token.Kind.STRING) || cursor.at(Token.Kind.FSTRING)) {
            Token token = cursor.next();
            if (token.kind() == Token.Kind.STRING) {
                text.append(token.text());
            } else {
                formatted = true;
                for (Ast.Expr part : FStrings.parts(token.text(), token.span(cursor.source()), cursor.depth())) {
                    if (part instanceof Ast.StringLiteral literal) {
                        text.append(literal.value());
                    } else {
                        flush(text, parts, token.span(cursor.source()));
                        parts.add(part);
                    }
                }
            }
        }
        Span span = cursor.since(start);
        if (!formatted) {
            return new Ast.StringLiteral(text.toString(), span);
        }
        flush(text, parts, span);
        return new Ast.FString(List.copyOf(parts), span);
    }

    private static void flush(StringBuilder text, List<Ast.Expr> parts, Span span) {
        if (!text.isEmpty()) {
            parts.add(new Ast.StringLiteral(text.toString(), span));
            text.setLength(0);
        }
    }

    private Ast.Expr parenthesised(int start) {
        cursor.next();
        if (cursor.take(")")) {
            return new Ast.Tuple(List.of(), cursor.since(start));
        }
        cursor.enter();
        int inner = cursor.start();
        Ast.Expr first = comprehension(expressions.starredOrExpression(), inner);
        if (!cursor.at(",")) {
            cursor.leave();
            cursor.expect(")");
            return first;
        }
        var elements = new ArrayList<Ast.Expr>();
        elements.add(first);
        while (cursor.take(",")) {
            if (cursor.at(")")) {
                break;
            }
            elements.add(expressions.starredOrExpression());
        }
        cursor.leave();
        cursor.expect(")");
        return new Ast.Tuple(List.copyOf(elements), cursor.since(start));
    }

    private Ast.Expr list(int start) {
        cursor.next();
        cursor.enter();
        var elements = new ArrayList<Ast.Expr>();
        while (!cursor.at("]")) {
            int inner = cursor.start();
            elements.add(comprehension(expressions.starredOrExpression(), inner));
            if (!cursor.take(",")) {
                break;
            }
        }
        cursor.leave();
        cursor.expect("]");
        if (elements.size() == 1 && elements.getFirst() instanceof Ast.Unsupported comprehension) {
            return comprehension;
        }
        return new Ast.ListExpr(List.copyOf(elements), cursor.since(start));
    }

    private Ast.Expr dictionary(int start) {
        cursor.next();
        cursor.enter();
        var keys = new ArrayList<Ast.Expr>();
        var values = new ArrayList<Ast.Expr>();
        boolean set = false;
        boolean comprehension = false;
        while (!cursor.at("}")) {
            int inner = cursor.start();
            if (cursor.take("**")) {
                expressions.expression();
                comprehension = true;
            } else {
                keys.add(expressions.starredOrExpression());
                if (cursor.take(":")) {
                    Ast.Expr value = comprehension(expressions.expression(), inner);
                    comprehension |= value instanceof Ast.Unsupported;
                    values.add(value);
                } else {
                    set = true;
                    comprehension |= comprehension(keys.getLast(), inner) instanceof Ast.Unsupported;
                }
            }
            if (!cursor.take(",")) {
                break;
            }
        }
        cursor.leave();
        cursor.expect("}");
        if (comprehension) {
            return new Ast.Unsupported("a comprehension", cursor.since(start));
        }
        if (set || keys.size() != values.size()) {
            return new Ast.Unsupported("a set", cursor.since(start));
        }
        return new Ast.Dict(List.copyOf(keys), List.copyOf(values), cursor.since(start));
    }

    /// If `for` follows, takes the rest of a comprehension.
    private Ast.Expr comprehension(Ast.Expr value, int start) {
        if (!cursor.at("for") && !(cursor.at("async") && cursor.peek(1).is("for"))) {
            return value;
        }
        while (cursor.at("for") || cursor.at("async") || cursor.at("if")) {
            boolean loop = !cursor.at("if");
            cursor.next();
            cursor.take("for");
            if (loop) {
                expressions.binary(1);
                while (cursor.take(",")) {
                    expressions.binary(1);
                }
                cursor.expect("in");
            }
            // Not a whole expression: an `if` that follows is a condition of the comprehension.
            expressions.or();
        }
        return new Ast.Unsupported("a comprehension", cursor.since(start));
    }
}

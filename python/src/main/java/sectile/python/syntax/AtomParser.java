package sectile.python.syntax;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;

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
                        SyntaxCode.NESTED_TOO_DEEPLY,
                        cursor.here(),
                        "more than " + MAX_POSTFIX + " calls or subscripts in a row");
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
                args.add(comprehension(Ast.Display.GENERATOR, value, null, argStart));
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
                    SyntaxCode.TOO_MANY_DIGITS,
                    token.span(cursor.source()),
                    "`" + shortened(token.text()) + "` has more than " + MAX_DIGITS + " digits");
        }
        try {
            return new BigInteger(radix == 10 ? digits : digits.substring(2), radix);
        } catch (NumberFormatException e) {
            throw new SyntaxException(
                    SyntaxCode.TOO_MANY_DIGITS,
                    token.span(cursor.source()),
                    "`" + shortened(token.text()) + "` is not an integer");
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
        Ast.Expr first = comprehension(Ast.Display.GENERATOR, expressions.starredOrExpression(), null, inner);
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
            Ast.Expr element = expressions.starredOrExpression();
            if (elements.isEmpty() && isComprehension()) {
                Ast.Expr whole = comprehension(Ast.Display.LIST, element, null, inner);
                cursor.leave();
                cursor.expect("]");
                return whole;
            }
            elements.add(element);
            if (!cursor.take(",")) {
                break;
            }
        }
        cursor.leave();
        cursor.expect("]");
        return new Ast.ListExpr(List.copyOf(elements), cursor.since(start));
    }

    private Ast.Expr dictionary(int start) {
        cursor.next();
        cursor.enter();
        var keys = new ArrayList<Ast.Expr>();
        var values = new ArrayList<Ast.Expr>();
        String unsupported = "";
        Ast.@Nullable Expr comprehension = null;
        while (!cursor.at("}")) {
            int inner = cursor.start();
            if (cursor.take("**")) {
                expressions.expression();
                unsupported = "an unpacking (`**`)";
            } else {
                Ast.Expr key = expressions.starredOrExpression();
                if (cursor.take(":")) {
                    Ast.Expr value = expressions.expression();
                    if (isComprehension()) {
                        comprehension = comprehension(Ast.Display.DICTIONARY, key, value, start);
                    }
                    keys.add(key);
                    values.add(value);
                } else {
                    unsupported = "a set";
                    comprehension(Ast.Display.GENERATOR, key, null, inner);
                }
            }
            if (!cursor.take(",")) {
                break;
            }
        }
        cursor.leave();
        cursor.expect("}");
        if (!unsupported.isEmpty()) {
            return new Ast.Unsupported(unsupported, cursor.since(start));
        }
        return comprehension != null
                ? comprehension
                : new Ast.Dict(List.copyOf(keys), List.copyOf(values), cursor.since(start));
    }

    private boolean isComprehension() {
        return cursor.at("for") || (cursor.at("async") && cursor.peek(1).is("for"));
    }

    /// If `for` follows, takes the rest of a comprehension.
    private Ast.Expr comprehension(Ast.Display display, Ast.Expr element, Ast.@Nullable Expr value, int start) {
        if (!isComprehension()) {
            return element;
        }
        boolean asynchronous = false;
        var clauses = new ArrayList<Ast.Clause>();
        while (isComprehension()) {
            asynchronous |= cursor.at("async");
            cursor.take("async");
            cursor.expect("for");
            Ast.Expr target = target();
            cursor.expect("in");
            // Not a whole expression: an `if` that follows is a condition of the comprehension.
            Ast.Expr iterable = expressions.or();
            var conditions = new ArrayList<Ast.Expr>();
            while (cursor.at("if")) {
                cursor.next();
                conditions.add(expressions.or());
            }
            clauses.add(new Ast.Clause(target, iterable, List.copyOf(conditions)));
        }
        return asynchronous
                ? new Ast.Unsupported("an asynchronous comprehension", cursor.since(start))
                : new Ast.Comprehension(display, element, value, List.copyOf(clauses), cursor.since(start));
    }

    private Ast.Expr target() {
        int start = cursor.start();
        Ast.Expr first = expressions.binary(1);
        if (!cursor.at(",")) {
            return first;
        }
        var elements = new ArrayList<>(List.of(first));
        while (cursor.take(",")) {
            if (cursor.at("in")) {
                break;
            }
            elements.add(expressions.binary(1));
        }
        return new Ast.Tuple(List.copyOf(elements), cursor.since(start));
    }
}

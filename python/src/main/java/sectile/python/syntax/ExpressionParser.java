package sectile.python.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.python.problem.SyntaxCode;

/// Expressions, by precedence climbing.
final class ExpressionParser {
    /// How long a chain of one operator may be, since it nests on the left.
    private static final int MAX_CHAIN = 400;

    private static final Map<String, Integer> BINDING = Map.ofEntries(
            Map.entry("|", 1),
            Map.entry("^", 2),
            Map.entry("&", 3),
            Map.entry("<<", 4),
            Map.entry(">>", 4),
            Map.entry("+", 5),
            Map.entry("-", 5),
            Map.entry("*", 6),
            Map.entry("/", 6),
            Map.entry("//", 6),
            Map.entry("%", 6),
            Map.entry("@", 6));

    private final Cursor cursor;
    private final AtomParser atoms;

    ExpressionParser(Cursor cursor) {
        this.cursor = cursor;
        this.atoms = new AtomParser(cursor, this);
    }

    /// One expression, or a tuple without parentheses.
    Ast.Expr expressionList() {
        int start = cursor.start();
        Ast.Expr first = starredOrExpression();
        if (!cursor.at(",")) {
            return first;
        }
        var elements = new ArrayList<Ast.Expr>();
        elements.add(first);
        while (cursor.take(",")) {
            if (endsList()) {
                break;
            }
            elements.add(starredOrExpression());
        }
        return new Ast.Tuple(List.copyOf(elements), cursor.since(start));
    }

    private boolean endsList() {
        Token token = cursor.peek();
        return token.kind() == Token.Kind.NEWLINE
                || token.kind() == Token.Kind.END
                || token.is("=")
                || token.is(")")
                || token.is("]")
                || token.is("}")
                || token.is(":")
                || token.is(";")
                || token.is("in");
    }

    Ast.Expr starredOrExpression() {
        int start = cursor.start();
        if (cursor.take("*")) {
            return new Ast.Starred(binary(1), cursor.since(start));
        }
        return expression();
    }

    Ast.Expr expression() {
        int start = cursor.start();
        cursor.enter();
        Ast.Expr result = conditional(start);
        cursor.leave();
        return result;
    }

    private Ast.Expr conditional(int start) {
        if (cursor.at("lambda")) {
            return lambda(start);
        }
        if (cursor.at("yield") || cursor.at("await")) {
            String word = cursor.next().text();
            if (!endsList()) {
                cursor.take("from");
                expressionList();
            }
            return new Ast.Unsupported("`" + word + "`", cursor.since(start));
        }
        Ast.Expr value = or();
        if (cursor.take(":=")) {
            expression();
            return new Ast.Unsupported("an assignment expression (`:=`)", cursor.since(start));
        }
        if (!cursor.at("if")) {
            return value;
        }
        cursor.next();
        Ast.Expr condition = or();
        if (!cursor.at("else")) {
            throw cursor.unexpected("`else`");
        }
        cursor.next();
        Ast.Expr otherwise = expression();
        return new Ast.Conditional(condition, value, otherwise, cursor.since(start));
    }

    private Ast.Expr lambda(int start) {
        cursor.next();
        int depth = 0;
        while (!(depth == 0 && cursor.at(":"))) {
            if (cursor.at(Token.Kind.NEWLINE) || cursor.at(Token.Kind.END)) {
                throw cursor.unexpected("`:`");
            }
            String text = cursor.next().text();
            depth += text.equals("(") || text.equals("[") || text.equals("{") ? 1 : 0;
            depth -= text.equals(")") || text.equals("]") || text.equals("}") ? 1 : 0;
        }
        cursor.next();
        expression();
        return new Ast.Unsupported("a lambda", cursor.since(start));
    }

    /// An expression without `if`, `lambda` and `:=`.
    Ast.Expr or() {
        return logical("or", this::and);
    }

    private Ast.Expr and() {
        return logical("and", this::not);
    }

    private Ast.Expr logical(String op, java.util.function.Supplier<Ast.Expr> operand) {
        int start = cursor.start();
        Ast.Expr first = operand.get();
        if (!cursor.at(op)) {
            return first;
        }
        var operands = new ArrayList<Ast.Expr>();
        operands.add(first);
        while (cursor.at(op)) {
            cursor.next();
            operands.add(operand.get());
            limit(operands.size());
        }
        return new Ast.Logical(op, List.copyOf(operands), cursor.since(start));
    }

    private Ast.Expr not() {
        int start = cursor.start();
        if (cursor.at("not")) {
            cursor.next();
            cursor.enter();
            Ast.Expr operand = not();
            cursor.leave();
            return new Ast.Unary("not", operand, cursor.since(start));
        }
        return comparison(start);
    }

    private Ast.Expr comparison(int start) {
        Ast.Expr first = binary(1);
        @Nullable String op = comparisonOperator();
        if (op == null) {
            return first;
        }
        var operands = new ArrayList<Ast.Expr>();
        var ops = new ArrayList<String>();
        operands.add(first);
        while (op != null) {
            ops.add(op);
            operands.add(binary(1));
            limit(operands.size());
            op = comparisonOperator();
        }
        return new Ast.Compare(List.copyOf(operands), List.copyOf(ops), cursor.since(start));
    }

    private @Nullable String comparisonOperator() {
        for (String op : List.of("==", "!=", "<=", ">=", "<", ">")) {
            if (cursor.take(op)) {
                return op;
            }
        }
        if (cursor.at("is")) {
            cursor.next();
            return cursor.take("not") ? "is not" : "is";
        }
        if (cursor.at("in")) {
            cursor.next();
            return "in";
        }
        if (cursor.at("not") && cursor.peek(1).is("in")) {
            cursor.next();
            cursor.next();
            return "not in";
        }
        return null;
    }

    /// Operators that bind at least as tight as `minimum`.
    Ast.Expr binary(int minimum) {
        int start = cursor.start();
        Ast.Expr lhs = unary();
        int length = 0;
        while (cursor.at(Token.Kind.OPERATOR)) {
            String op = cursor.peek().text();
            Integer binding = BINDING.get(op);
            if (binding == null || binding < minimum) {
                break;
            }
            cursor.next();
            cursor.enter();
            Ast.Expr rhs = binary(binding + 1);
            cursor.leave();
            limit(++length);
            lhs = new Ast.Binary(op, lhs, rhs, cursor.since(start));
        }
        return lhs;
    }

    private void limit(int length) {
        if (length > MAX_CHAIN) {
            throw new SyntaxException(
                    SyntaxCode.NESTED_TOO_DEEPLY,
                    cursor.here(),
                    "more than " + MAX_CHAIN + " operators in one expression");
        }
    }

    private Ast.Expr unary() {
        int start = cursor.start();
        for (String op : List.of("-", "+", "~")) {
            if (cursor.take(op)) {
                cursor.enter();
                Ast.Expr operand = unary();
                cursor.leave();
                return new Ast.Unary(op, operand, cursor.since(start));
            }
        }
        if (cursor.at("await")) {
            cursor.next();
            unary();
            return new Ast.Unsupported("`await`", cursor.since(start));
        }
        Ast.Expr base = atoms.postfix();
        if (cursor.take("**")) {
            cursor.enter();
            Ast.Expr exponent = unary();
            cursor.leave();
            return new Ast.Binary("**", base, exponent, cursor.since(start));
        }
        return base;
    }
}

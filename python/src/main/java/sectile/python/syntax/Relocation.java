package sectile.python.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// Gives a whole expression one position, that of the string it was found in.
final class Relocation {
    private Relocation() {}

    static Ast.Expr to(Span span, Ast.Expr expr) {
        return switch (expr) {
            case Ast.Name e -> new Ast.Name(e.id(), span);
            case Ast.IntLiteral e -> new Ast.IntLiteral(e.value(), span);
            case Ast.RealLiteral e -> new Ast.RealLiteral(e.value(), span);
            case Ast.StringLiteral e -> new Ast.StringLiteral(e.value(), span);
            case Ast.FString e -> new Ast.FString(all(span, e.parts()), span);
            case Ast.Formatted e -> new Ast.Formatted(to(span, e.value()), e.label(), e.conversion(), e.format(), span);
            case Ast.BoolLiteral e -> new Ast.BoolLiteral(e.value(), span);
            case Ast.NoneLiteral e -> new Ast.NoneLiteral(span);
            case Ast.EllipsisLiteral e -> new Ast.EllipsisLiteral(span);
            case Ast.Attribute e -> new Ast.Attribute(to(span, e.value()), e.name(), span, span);
            case Ast.Subscript e -> new Ast.Subscript(to(span, e.value()), to(span, e.index()), span);
            case Ast.Slice e ->
                new Ast.Slice(optional(span, e.lower()), optional(span, e.upper()), optional(span, e.step()), span);
            case Ast.Call e ->
                new Ast.Call(
                        to(span, e.function()),
                        all(span, e.args()),
                        e.keywords().stream()
                                .map(k -> new Ast.Keyword(k.name(), to(span, k.value()), span))
                                .toList(),
                        span);
            case Ast.Binary e -> new Ast.Binary(e.op(), to(span, e.lhs()), to(span, e.rhs()), span);
            case Ast.Unary e -> new Ast.Unary(e.op(), to(span, e.operand()), span);
            case Ast.Compare e -> new Ast.Compare(all(span, e.operands()), e.ops(), span);
            case Ast.Logical e -> new Ast.Logical(e.op(), all(span, e.operands()), span);
            case Ast.Conditional e ->
                new Ast.Conditional(to(span, e.condition()), to(span, e.then()), to(span, e.otherwise()), span);
            case Ast.Tuple e -> new Ast.Tuple(all(span, e.elements()), span);
            case Ast.ListExpr e -> new Ast.ListExpr(all(span, e.elements()), span);
            case Ast.Dict e -> new Ast.Dict(all(span, e.keys()), all(span, e.values()), span);
            case Ast.Starred e -> new Ast.Starred(to(span, e.value()), span);
            case Ast.Comprehension e ->
                new Ast.Comprehension(
                        e.display(),
                        to(span, e.element()),
                        optional(span, e.value()),
                        e.clauses().stream()
                                .map(c -> new Ast.Clause(
                                        to(span, c.target()), to(span, c.iterable()), all(span, c.conditions())))
                                .toList(),
                        span);
            case Ast.Unsupported e -> new Ast.Unsupported(e.what(), span);
        };
    }

    private static List<Ast.Expr> all(Span span, List<Ast.Expr> exprs) {
        return exprs.stream().map(e -> to(span, e)).toList();
    }

    private static Ast.@Nullable Expr optional(Span span, Ast.@Nullable Expr expr) {
        return expr == null ? null : to(span, expr);
    }
}

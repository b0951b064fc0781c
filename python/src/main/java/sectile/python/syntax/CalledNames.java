package sectile.python.syntax;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The names a function calls, directly.
public final class CalledNames {
    private final Set<String> names;

    private CalledNames(Set<String> names) {
        this.names = names;
    }

    /// Adds the names that a function calls to a set.
    public static void collect(Ast.FunctionDef function, Set<String> into) {
        Set<String> called = new HashSet<>();
        new CalledNames(called).statements(function.body());
        // A function that calls itself is still used by no other.
        called.remove(function.name());
        into.addAll(called);
    }

    private void statements(List<Ast.Stmt> body) {
        body.forEach(this::statement);
    }

    private void statement(Ast.Stmt statement) {
        switch (statement) {
            case Ast.ExprStmt s -> expression(s.value());
            case Ast.Assign s -> expression(s.value());
            case Ast.AnnAssign s -> {
                if (s.value() != null) {
                    expression(s.value());
                }
            }
            case Ast.AugAssign s -> expression(s.value());
            case Ast.Return s -> {
                if (s.value() != null) {
                    expression(s.value());
                }
            }
            case Ast.If s -> {
                expression(s.condition());
                statements(s.then());
                statements(s.otherwise());
            }
            case Ast.For s -> {
                expression(s.iterable());
                statements(s.body());
                statements(s.otherwise());
            }
            case Ast.While s -> {
                expression(s.condition());
                statements(s.body());
                statements(s.otherwise());
            }
            case Ast.With s -> {
                s.items().forEach(item -> expression(item.context()));
                statements(s.body());
            }
            case Ast.Assert s -> expression(s.condition());
            case Ast.Break _, Ast.Continue _, Ast.Pass _, Ast.Import _, Ast.Raise _ -> {}
            case Ast.FunctionDef _, Ast.ClassDef _, Ast.Skipped _ -> {}
        }
    }

    private void expression(Ast.Expr expression) {
        switch (expression) {
            case Ast.Call call -> {
                if (call.function() instanceof Ast.Name name) {
                    names.add(name.id());
                } else {
                    expression(call.function());
                }
                call.args().forEach(this::expression);
                call.keywords().forEach(keyword -> expression(keyword.value()));
            }
            case Ast.Binary e -> {
                expression(e.lhs());
                expression(e.rhs());
            }
            case Ast.Unary e -> expression(e.operand());
            case Ast.Compare e -> e.operands().forEach(this::expression);
            case Ast.Logical e -> e.operands().forEach(this::expression);
            case Ast.Conditional e -> {
                expression(e.condition());
                expression(e.then());
                expression(e.otherwise());
            }
            case Ast.Tuple e -> e.elements().forEach(this::expression);
            case Ast.ListExpr e -> e.elements().forEach(this::expression);
            case Ast.Dict e -> {
                e.keys().forEach(this::expression);
                e.values().forEach(this::expression);
            }
            case Ast.Attribute e -> expression(e.value());
            case Ast.Subscript e -> {
                expression(e.value());
                expression(e.index());
            }
            case Ast.Formatted e -> expression(e.value());
            case Ast.FString e -> e.parts().forEach(this::expression);
            case Ast.Starred e -> expression(e.value());
            case Ast.Slice e ->
                Stream.of(e.lower(), e.upper(), e.step())
                        .filter(Objects::nonNull)
                        .forEach(this::expression);
            case Ast.Comprehension e -> {
                expression(e.element());
                e.clauses().forEach(clause -> expression(clause.iterable()));
            }
            case Ast.Name _, Ast.IntLiteral _, Ast.RealLiteral _, Ast.StringLiteral _ -> {}
            case Ast.BoolLiteral _, Ast.NoneLiteral _, Ast.EllipsisLiteral _, Ast.Unsupported _ -> {}
        }
    }
}

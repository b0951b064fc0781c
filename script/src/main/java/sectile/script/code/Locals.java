package sectile.script.code;

import java.util.List;
import sectile.python.syntax.Ast;

/// Finds the variables of a function: whatever is assigned in it is its own, as in Python.
final class Locals {
    private final Scope scope;

    private final boolean nested;

    private Locals(Scope scope, boolean nested) {
        this.scope = scope;
        this.nested = nested;
    }

    /// @param nested whether functions inside functions are variables, too
    static void declare(List<Ast.Stmt> body, Scope scope, boolean nested) {
        new Locals(scope, nested).statements(body);
    }

    private void statements(List<Ast.Stmt> body) {
        body.forEach(this::statement);
    }

    private void statement(Ast.Stmt statement) {
        switch (statement) {
            case Ast.Assign assign -> assign.targets().forEach(this::target);
            case Ast.AnnAssign assign -> target(assign.target());
            case Ast.AugAssign assign -> target(assign.target());
            case Ast.For loop -> {
                target(loop.target());
                statements(loop.body());
                statements(loop.otherwise());
            }
            case Ast.While loop -> {
                statements(loop.body());
                statements(loop.otherwise());
            }
            case Ast.If choice -> {
                statements(choice.then());
                statements(choice.otherwise());
            }
            case Ast.With with -> statements(with.body());
            case Ast.ExprStmt _, Ast.Return _, Ast.Break _, Ast.Continue _, Ast.Pass _, Ast.Import _ -> {}
            case Ast.Assert _, Ast.Raise _ -> {}
            case Ast.FunctionDef function -> {
                if (nested) {
                    scope.declare(function.name());
                }
            }
            case Ast.ClassDef _, Ast.Skipped _ -> {}
        }
    }

    private void target(Ast.Expr target) {
        switch (target) {
            case Ast.Name name -> {
                if (!name.id().equals(Scope.TL)) {
                    scope.declare(name.id());
                }
            }
            case Ast.Tuple tuple -> tuple.elements().forEach(this::target);
            case Ast.ListExpr list -> list.elements().forEach(this::target);
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Dict _,
                    Ast.Comprehension _,
                    Ast.Interpolation _,
                    Ast.Attribute _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ -> {}
        }
    }
}

package sectile.ir.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;
import sectile.python.syntax.Ast;

/// `strict_ssa=True`: every name of a function is assigned at one place only. What both branches of an `if` yield
/// counts as one.
final class StrictSsa {
    private final Map<String, Span> assigned = new HashMap<>();
    private final Diagnostics diagnostics;

    private StrictSsa(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    static void check(Ast.FunctionDef function, Diagnostics diagnostics) {
        var check = new StrictSsa(diagnostics);
        function.parameters().forEach(p -> check.assigned.put(p.name(), p.span()));
        check.statements(function.body());
    }

    private void statements(List<Ast.Stmt> body) {
        for (Ast.Stmt statement : body) {
            switch (statement) {
                case Ast.Assign assign
                when !isYield(assign.value()) -> assign.targets().forEach(this::target);
                case Ast.AnnAssign assign
                when assign.value() != null && !isYield(assign.value()) -> target(assign.target());
                case Ast.AugAssign assign -> target(assign.target());
                case Ast.If choice -> {
                    statements(choice.then());
                    statements(choice.otherwise());
                }
                case Ast.For loop -> {
                    target(loop.target());
                    statements(loop.body());
                }
                case Ast.While loop -> statements(loop.body());
                case Ast.With with -> statements(with.body());
                case Ast.Assign _,
                        Ast.AnnAssign _,
                        Ast.Jump _,
                        Ast.Definition _,
                        Ast.ExprStmt _,
                        Ast.Pass _,
                        Ast.Assert _,
                        Ast.Skipped _ -> {}
            }
        }
    }

    private static boolean isYield(Ast.Expr value) {
        return value instanceof Ast.Call call
                && call.function() instanceof Ast.Attribute attribute
                && attribute.name().equals("yield_");
    }

    private void target(Ast.Expr target) {
        switch (target) {
            case Ast.Name name -> {
                Span before = assigned.put(name.id(), name.span());
                if (before != null && !name.id().equals("_")) {
                    diagnostics.add(Diagnostic.error(
                                    LanguageCode.ASSIGNED_AGAIN,
                                    name.span(),
                                    "`" + name.id() + "` is assigned again in a function with strict_ssa=True")
                            .note(before, "it is defined here")
                            .hint("use another name, or leave strict_ssa out"));
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

package sectile.ir.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.python.syntax.Ast;

/// How often each name of a function is assigned. A name that is assigned a constant once is that constant.
final class AssignmentCounter {
    private final Map<String, Integer> counts = new HashMap<>();

    private AssignmentCounter() {}

    static Map<String, Integer> count(List<Ast.Stmt> body) {
        var counter = new AssignmentCounter();
        counter.statements(body, 1);
        return counter.counts;
    }

    private void statements(List<Ast.Stmt> body, int weight) {
        for (Ast.Stmt statement : body) {
            switch (statement) {
                case Ast.Assign assign -> assign.targets().forEach(t -> target(t, weight));
                case Ast.AnnAssign assign -> target(assign.target(), 2);
                case Ast.AugAssign assign -> target(assign.target(), 2);
                case Ast.If branch -> {
                    // One assignment per branch is already two.
                    statements(branch.then(), weight);
                    statements(branch.otherwise(), weight);
                }
                case Ast.For loop -> {
                    target(loop.target(), 2);
                    statements(loop.body(), weight);
                }
                case Ast.While loop -> statements(loop.body(), weight);
                case Ast.With with -> {
                    for (Ast.WithItem item : with.items()) {
                        if (item.target() != null) {
                            target(item.target(), 2);
                        }
                    }
                    statements(with.body(), weight);
                }
                case Ast.ExprStmt e -> {}
                case Ast.Assert a -> {}
                case Ast.Raise r -> {}
                case Ast.Return r -> {}
                case Ast.Break b -> {}
                case Ast.Continue c -> {}
                case Ast.Pass p -> {}
                case Ast.Import i -> {}
                case Ast.FunctionDef f -> counts.merge(f.name(), 2, Integer::sum);
                case Ast.ClassDef c -> counts.merge(c.name(), 2, Integer::sum);
                case Ast.Skipped s -> {}
            }
        }
    }

    private void target(Ast.Expr target, int weight) {
        switch (target) {
            case Ast.Name name -> counts.merge(name.id(), weight, Integer::sum);
            case Ast.Tuple tuple -> tuple.elements().forEach(t -> target(t, weight));
            case Ast.ListExpr list -> list.elements().forEach(t -> target(t, weight));
            case Ast.Starred starred -> target(starred.value(), weight);
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Dict _,
                    Ast.Comprehension _,
                    Ast.Interpolation _,
                    Ast.Attribute _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Unsupported _ -> {}
        }
    }
}

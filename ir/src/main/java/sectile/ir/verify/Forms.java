package sectile.ir.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import sectile.base.diag.Diagnostics;
import sectile.ir.Assign;
import sectile.ir.Break;
import sectile.ir.Call;
import sectile.ir.Continue;
import sectile.ir.Eval;
import sectile.ir.For;
import sectile.ir.Function;
import sectile.ir.If;
import sectile.ir.Param;
import sectile.ir.Return;
import sectile.ir.Scope;
import sectile.ir.Seq;
import sectile.ir.Stmt;
import sectile.ir.Submit;
import sectile.ir.Var;
import sectile.ir.Walk;
import sectile.ir.While;
import sectile.ir.Yield;

/// Forms that passes establish.
final class Forms {
    private Forms() {}

    static void ssa(Function function, Diagnostics diagnostics) {
        Set<Var> defined = new HashSet<>();
        function.params().stream().map(Param::variable).forEach(defined::add);
        Walk.each(function.body(), statement -> {
            for (Var variable : definitions(statement)) {
                if (!defined.add(variable)) {
                    diagnostics.error(
                            "LANG-602",
                            statement.span(),
                            "`" + variable.name() + "` is assigned twice, so the program is not in SSA form");
                }
            }
        });
    }

    /// The variables that a statement itself gives a value.
    static List<Var> definitions(Stmt statement) {
        return switch (statement) {
            case Assign assign -> List.of(assign.target());
            case If branch -> branch.results();
            case For loop -> {
                var all = new ArrayList<>(loop.results());
                all.add(loop.index());
                loop.iterArgs().forEach(a -> all.add(a.variable()));
                yield all;
            }
            case While loop -> {
                var all = new ArrayList<>(loop.results());
                loop.iterArgs().forEach(a -> all.add(a.variable()));
                yield all;
            }
            case Scope scope ->
                Stream.of(scope.index(), scope.task())
                        .filter(Objects::nonNull)
                        .map(Objects::requireNonNull)
                        .toList();
            case Eval s -> List.of();
            case Yield s -> List.of();
            case Return s -> List.of();
            case Break s -> List.of();
            case Continue s -> List.of();
            case Seq s -> List.of();
        };
    }

    static void flatCalls(Function function, Diagnostics diagnostics) {
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof Call || expr instanceof Submit) {
                for (var child : Walk.children(expr)) {
                    if (child instanceof Call || child instanceof Submit) {
                        diagnostics.error("LANG-603", expr.span(), "a call is an operand of another");
                    }
                }
            }
        });
    }
}

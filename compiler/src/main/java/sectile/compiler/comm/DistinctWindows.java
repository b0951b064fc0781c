package sectile.compiler.comm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;

/// That the operands of one collective are distinct windows, also where two names or two parameters are one buffer. A
/// rank reads from one of them what its peers write to the other.
///
/// Two slices of one window are taken to be distinct unless they are written alike.
public final class DistinctWindows {
    /// Two parameters of a function that a collective uses together.
    private record Pair(int first, int second) {}

    private final Program program;
    private final Diagnostics diagnostics;
    private final Map<String, Set<Pair>> pairs = new HashMap<>();

    private DistinctWindows(Program program, Diagnostics diagnostics) {
        this.program = program;
        this.diagnostics = diagnostics;
    }

    /// Reports every collective and every call that breaks the rule.
    public static void check(Program program, Diagnostics diagnostics) {
        var check = new DistinctWindows(program, diagnostics);
        program.functions().forEach(check::pairs);
    }

    private Set<Pair> pairs(Function function) {
        Set<Pair> known = pairs.get(function.name());
        if (known != null) {
            return known;
        }
        Set<Pair> found = new LinkedHashSet<>();
        pairs.put(function.name(), found);
        var windows = new Windows(function, program);
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call && call.op().semantics() instanceof Semantics.Collective) {
                collective(call, windows, found);
            }
        });
        for (CallSite site : CallSite.of(function)) {
            program.find(site.callee()).ifPresent(callee -> call(site, callee, windows, found));
        }
        return found;
    }

    private void collective(OpCall call, Windows windows, Set<Pair> found) {
        for (int i = 0; i < call.args().size(); i++) {
            for (int j = i + 1; j < call.args().size(); j++) {
                if (windows.overlap(call.args().get(i), call.args().get(j))) {
                    diagnostics.error(
                            CompilerCode.SAME_WINDOW_TWICE,
                            call.span(),
                            "`" + call.op().operands().get(i).name() + "` and `"
                                    + call.op().operands().get(j).name() + "` of "
                                    + call.op().surface() + " are the same window",
                            "operands of a collective must be distinct windows");
                } else {
                    windows.pair(call.args().get(i), call.args().get(j), found);
                }
            }
        }
    }

    private void call(CallSite site, Function callee, Windows windows, Set<Pair> found) {
        for (Pair pair : List.copyOf(pairs(callee))) {
            if (pair.second >= site.args().size()) {
                continue;
            }
            Expr first = site.args().get(pair.first);
            Expr second = site.args().get(pair.second);
            if (windows.overlap(first, second)) {
                diagnostics.error(
                        CompilerCode.SAME_WINDOW_TWICE,
                        site.expr().span(),
                        "`" + callee.name() + "` does a collective on its parameters `"
                                + callee.params().get(pair.first).name() + "` and `"
                                + callee.params().get(pair.second).name() + "`, which are the same window here",
                        "operands of a collective must be distinct windows");
            } else {
                windows.pair(first, second, found);
            }
        }
    }

    /// What the windows of a function are.
    private static final class Windows {
        private final Function function;
        private final WindowRoots roots;
        private final Map<Var, Expr> values = new HashMap<>();

        Windows(Function function, Program program) {
            this.function = function;
            this.roots = WindowRoots.of(function, program);
            Walk.each(function.body(), statement -> {
                if (statement instanceof Assign assign) {
                    values.put(assign.target(), assign.value());
                }
            });
        }

        private @Nullable Var root(Expr value) {
            return value.type() instanceof DistributedTensorType
                    ? roots.of(value).orElse(null)
                    : null;
        }

        boolean overlap(Expr a, Expr b) {
            Var root = root(a);
            if (root == null || root != root(b)) {
                return false;
            }
            List<Expr> first = slices(a);
            List<Expr> second = slices(b);
            return first.isEmpty() || second.isEmpty() || first.equals(second);
        }

        /// Which parts a value is of its window, from the inside out.
        private List<Expr> slices(Expr value) {
            var found = new ArrayList<Expr>();
            Set<Expr> seen = new HashSet<>();
            Expr current = value;
            while (current != null && seen.add(current)) {
                if (current instanceof Var variable) {
                    current = values.get(variable);
                } else if (current instanceof OpCall call && call.op().viewOf() >= 0) {
                    if (call.op().semantics() == Semantics.View.SLICE) {
                        found.addAll(call.args().subList(1, call.args().size()));
                    }
                    current = call.args().get(call.op().viewOf());
                } else if (current instanceof OpCall call && call.op().reuses() >= 0) {
                    current = call.args().get(call.op().reuses());
                } else {
                    current = null;
                }
            }
            return found;
        }

        void pair(Expr a, Expr b, Set<Pair> found) {
            int first = parameter(a);
            int second = parameter(b);
            if (first >= 0 && second >= 0 && first != second) {
                found.add(new Pair(Math.min(first, second), Math.max(first, second)));
            }
        }

        private int parameter(Expr value) {
            return function.params().stream().map(Param::variable).toList().indexOf(root(value));
        }
    }
}

package sectile.compiler.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.comm.WindowRoots;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.WaitCmp;

/// How a function uses signal cells with constant indices: cells that are set and added to, waits for an exact count,
/// and waits that a value of an earlier round satisfies.
final class SignalUses {
    private final Function function;
    private final Diagnostics problems;
    private final WindowRoots roots;
    /// Whether no other function does anything with windows but pass them on.
    private final boolean alone;
    private final Map<Cell, List<Notify>> notifies = new LinkedHashMap<>();
    private final Map<Cell, List<Wait>> waits = new LinkedHashMap<>();
    /// Windows whose cells change in ways that are not seen here.
    private final Set<Var> other = new HashSet<>();

    private record Cell(Var window, List<Long> index) {}

    private record Notify(OpCall call, NotifyOp how, Optional<Long> value, List<Stmt> loops) {}

    private record Wait(OpCall call, WaitCmp how, Optional<Long> value, List<Stmt> loops, Stmt body) {}

    SignalUses(Program program, Function function, Diagnostics problems) {
        this.function = function;
        this.problems = problems;
        this.roots = WindowRoots.of(function, program);
        this.alone = program.functions().stream().noneMatch(other -> other != function && usesWindows(other));
    }

    private static boolean usesWindows(Function function) {
        boolean[] found = {false};
        Walk.eachExpression(
                function.body(),
                expr -> found[0] |= expr instanceof OpCall call
                        && call.args().stream().anyMatch(arg -> arg.type() instanceof DistributedTensorType));
        return found[0];
    }

    void check() {
        collect(function.body(), List.of());
        waits.forEach((cell, all) -> {
            if (!other.contains(cell.window)) {
                exact(cell, all);
                repeated(cell, all);
                unmatched(cell, all);
            }
        });
    }

    private void collect(Stmt body, List<Stmt> loops) {
        for (Stmt step : Seq.steps(body)) {
            for (Expr root : Walk.expressions(step)) {
                Walk.each(root, expr -> use(expr, loops, body));
            }
            List<Stmt> inner = loops;
            if (step instanceof For || step instanceof While) {
                inner = new ArrayList<>(loops);
                inner.add(step);
            }
            for (Stmt child : Walk.children(step)) {
                collect(child, inner);
            }
        }
    }

    private void use(Expr expr, List<Stmt> loops, Stmt body) {
        switch (expr) {
            case OpCall call
            when call.op().semantics() == Semantics.Signal.NOTIFY -> {
                Optional<Cell> cell = cell(call.args().get(0), call.args().get(2));
                Optional<NotifyOp> how = symbol(call, "op", NotifyOp.class);
                if (cell.isPresent() && how.isPresent()) {
                    notifies.computeIfAbsent(cell.get(), c -> new ArrayList<>())
                            .add(new Notify(
                                    call, how.get(), constant(call.args().get(3)), loops));
                } else {
                    roots.of(call.args().getFirst()).ifPresent(other::add);
                }
            }
            case OpCall call
            when call.op().semantics() == Semantics.Signal.WAIT -> {
                Optional<WaitCmp> how = symbol(call, "cmp", WaitCmp.class);
                cell(call.args().get(0), call.args().get(1))
                        .ifPresent(cell -> waits.computeIfAbsent(cell, c -> new ArrayList<>())
                                .add(new Wait(
                                        call,
                                        how.orElse(WaitCmp.GE),
                                        constant(call.args().get(2)),
                                        loops,
                                        body)));
            }
            case OpCall call when call.op().semantics() instanceof Semantics.Query -> {}
            case sectile.ir.expr.Call call ->
                call.args().forEach(arg -> roots.of(arg).ifPresent(other::add));
            case sectile.ir.expr.Submit submit ->
                submit.args().forEach(arg -> roots.of(arg).ifPresent(other::add));
            case Var _,
                    sectile.ir.expr.Dim _,
                    sectile.ir.expr.Constant _,
                    sectile.ir.expr.Arithmetic _,
                    MakeTuple _,
                    sectile.ir.expr.TupleGet _,
                    sectile.ir.expr.Absent _ -> {}
        }
    }

    private Optional<Cell> cell(Expr window, Expr index) {
        Optional<Var> root = roots.of(window);
        if (root.isEmpty() || !(index instanceof MakeTuple tuple)) {
            return Optional.empty();
        }
        var numbers = new ArrayList<Long>();
        for (Expr element : tuple.elements()) {
            Optional<Long> number = constant(element);
            if (number.isEmpty()) {
                return Optional.empty();
            }
            numbers.add(number.get());
        }
        return Optional.of(new Cell(root.get(), List.copyOf(numbers)));
    }

    private static Optional<Long> constant(Expr expr) {
        return expr instanceof ConstInt number ? Optional.of(number.value()) : Optional.empty();
    }

    private static <S> Optional<S> symbol(OpCall call, String attribute, Class<S> type) {
        return call.attr(attribute)
                .filter(Attr.Sym.class::isInstance)
                .map(attr -> ((Attr.Sym) attr).value())
                .filter(type::isInstance)
                .map(type::cast);
    }

    private void exact(Cell cell, List<Wait> all) {
        List<Notify> added = notifies.getOrDefault(cell, List.of()).stream()
                .filter(n -> n.how == NotifyOp.ATOMIC_ADD)
                .toList();
        for (Wait wait : all) {
            boolean again = added.size() > 1
                    || added.stream().anyMatch(n -> n.loops.stream().anyMatch(wait.loops::contains));
            if (wait.how == WaitCmp.EQ && again && !added.isEmpty() && !isCleared(cell)) {
                problems.add(Diagnostic.warning(
                                CompilerCode.EQUAL_WAIT_ON_COUNTER,
                                wait.call.origin().span(),
                                "this waits for an exact value of cell " + cell.index + " of `" + cell.window.name()
                                        + "`, which is added to more than once: a peer that is ahead takes it past that"
                                        + " value")
                        .note(added.getLast().call.origin().span(), "it is added to here")
                        .hint("wait with pld.WaitCmp.Ge"));
            }
        }
    }

    private boolean isCleared(Cell cell) {
        return notifies.getOrDefault(cell, List.of()).stream()
                .anyMatch(n -> n.how == NotifyOp.SET && n.value.orElse(0L) == 0);
    }

    /// Signals that never lower a cell leave every wait satisfied that was so once.
    private boolean onlyRises(Cell cell, long awaited) {
        return notifies.getOrDefault(cell, List.of()).stream()
                .allMatch(n -> n.value.isPresent()
                        && (n.how == NotifyOp.ATOMIC_ADD ? n.value.get() >= 0 : n.value.get() >= awaited));
    }

    private void repeated(Cell cell, List<Wait> all) {
        for (int i = 0; i < all.size(); i++) {
            Wait wait = all.get(i);
            if (wait.how != WaitCmp.GE || wait.value.isEmpty() || !onlyRises(cell, wait.value.get())) {
                continue;
            }
            if (i > 0) {
                Wait before = all.get(i - 1);
                boolean follows = before.body == wait.body && before.how == WaitCmp.GE;
                if (follows && before.value.isPresent() && before.value.get() >= wait.value.get()) {
                    idle(wait, cell, "since line " + before.call.origin().span().line() + " waited for it");
                    continue;
                }
            }
            if (!wait.loops.isEmpty() && !runsOnce(wait.loops.getLast())) {
                idle(wait, cell, "from the second iteration on, if there is one");
            }
        }
    }

    private static boolean runsOnce(Stmt loop) {
        return loop instanceof For counted
                && counted.start() instanceof ConstInt start
                && counted.stop() instanceof ConstInt stop
                && counted.step() instanceof ConstInt step
                && step.value() > 0
                && start.value() + step.value() >= stop.value();
    }

    /// Cells are 0 at first, and what nothing changes stays so.
    private void unmatched(Cell cell, List<Wait> all) {
        if (!alone || notifies.containsKey(cell)) {
            return;
        }
        for (Wait wait : all) {
            boolean never = wait.value.isPresent()
                    && switch (wait.how) {
                        case GE -> wait.value.get() > 0;
                        case EQ -> wait.value.get() != 0;
                    };
            if (never) {
                problems.add(Diagnostic.warning(
                                CompilerCode.WAIT_WITHOUT_SIGNAL,
                                wait.call.origin().span(),
                                "this wait never ends: no rank signals cell " + cell.index + " of `"
                                        + cell.window.name() + "`" + signalled(cell.window))
                        .hint("signal the cell, or wait for one that is signalled"));
            }
        }
    }

    private String signalled(Var window) {
        List<String> cells = notifies.keySet().stream()
                .filter(cell -> cell.window.equals(window))
                .map(cell -> cell.index.toString())
                .toList();
        return cells.isEmpty() ? "" : ", only " + String.join(", ", cells);
    }

    private void idle(Wait wait, Cell cell, String since) {
        problems.add(Diagnostic.warning(
                        CompilerCode.WAIT_WITHOUT_EFFECT,
                        wait.call.origin().span(),
                        "this wait does nothing: cell " + cell.index + " of `" + cell.window.name()
                                + "` has the value already, " + since)
                .hint("clear the cell, wait for a larger value each time, or use another cell"));
    }
}

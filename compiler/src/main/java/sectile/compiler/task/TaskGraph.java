package sectile.compiler.task;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.compiler.arith.Analyzer;
import sectile.compiler.flow.Roots;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.Direction;

/// The tasks of an orchestration function, in program order, and which of them follow which. A task depends on an
/// earlier one that is visible where it is launched; what earlier iterations of a loop launched, the executor orders.
public final class TaskGraph {
    /// Why a task follows another.
    public enum Reason {
        /// It reads what the other writes.
        RAW,
        /// It writes what the other writes.
        WAW,
        /// It writes what the other reads.
        WAR,
        /// The program says so.
        DECLARED
    }

    /// A call or submission.
    ///
    /// @param id its task id; null for a call, which has ended when the next statement runs
    public record Task(
            int number,
            String callee,
            int line,
            Expr dispatch,
            @Nullable Expr id) {}

    /// `later` follows `earlier`.
    public record Edge(Task earlier, Task later, Set<Reason> reasons) {}

    private final Program program;
    private final Roots roots;
    private final Analyzer analyzer = new Analyzer();
    private final Map<Var, Expr> values = new HashMap<>();
    private final Map<Task, List<TaskRegion>> regions = new HashMap<>();
    private final List<Task> tasks = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final List<Task> visible = new ArrayList<>();

    private TaskGraph(Program program, Function function) {
        this.program = program;
        this.roots = Roots.of(function, program::find);
    }

    public static TaskGraph of(Function function, Program program) {
        var graph = new TaskGraph(program, function);
        graph.statement(function.body(), false);
        return graph;
    }

    public List<Task> tasks() {
        return List.copyOf(tasks);
    }

    public List<Edge> edges() {
        return List.copyOf(edges);
    }

    private void statement(Stmt statement, boolean manual) {
        switch (statement) {
            case Assign assign -> {
                values.put(assign.target(), assign.value());
                analyzer.define(assign.target(), assign.value());
                task(assign.value(), assign.target(), manual);
            }
            case Eval eval -> task(eval.value(), null, manual);
            case Seq seq -> seq.steps().forEach(s -> statement(s, manual));
            case If branch -> {
                try (Analyzer.Inside _ = analyzer.enter(branch.condition(), true)) {
                    inside(branch.then(), manual);
                }
                try (Analyzer.Inside _ = analyzer.enter(branch.condition(), false)) {
                    inside(branch.otherwise(), manual);
                }
            }
            case For loop -> {
                try (Analyzer.Inside _ = analyzer.enter(loop)) {
                    inside(loop.body(), manual);
                }
            }
            case While loop -> inside(loop.body(), manual);
            case Scope scope -> statement(scope.body(), manual || scope.attrs().flag("manual"));
            case Yield _, Return _, Break _, Continue _ -> {}
        }
    }

    /// Tasks of a body cannot be named after it.
    private void inside(Stmt body, boolean manual) {
        int before = visible.size();
        statement(body, manual);
        visible.subList(before, visible.size()).clear();
    }

    private void task(Expr value, @Nullable Var target, boolean manual) {
        String callee;
        List<Expr> args;
        Attrs attrs;
        switch (value) {
            case FunctionCall call -> {
                callee = call.callee();
                args = call.args();
                attrs = call.attrs();
            }
            case Submit submit -> {
                callee = submit.callee();
                args = submit.args();
                attrs = submit.attrs();
            }
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> {
                return;
            }
        }
        Expr id = value instanceof Submit && target != null ? id(target) : null;
        var task = new Task(tasks.size(), callee, value.span().line(), value, id);
        regions.put(task, regions(callee, args));
        for (Task earlier : visible) {
            Set<Reason> reasons = manual ? EnumSet.noneOf(Reason.class) : reasons(earlier, task);
            if (declared(attrs).contains(earlier)) {
                reasons.add(Reason.DECLARED);
            }
            if (!reasons.isEmpty()) {
                edges.add(new Edge(earlier, task, reasons));
            }
        }
        tasks.add(task);
        visible.add(task);
    }

    /// The task id is the last element of what a submission returns, or all of it.
    private static Expr id(Var target) {
        Type type = target.type();
        return type instanceof TupleType tuple
                ? new TupleGet(target, tuple.elements().size() - 1, target.origin())
                : target;
    }

    private Set<Task> declared(Attrs attrs) {
        return attrs.find("deps").stream()
                .flatMap(d -> Walk.expressions(Attrs.of("deps", d)).stream())
                .map(this::resolved)
                .flatMap(e -> tasks.stream().filter(t -> t.id != null && same(t.id, e)))
                .collect(Collectors.toSet());
    }

    private Expr resolved(Expr expr) {
        return expr instanceof Var variable && values.get(variable) instanceof TupleGet get ? get : expr;
    }

    private static boolean same(Expr a, Expr b) {
        return a == b
                || (a instanceof TupleGet x
                        && b instanceof TupleGet y
                        && x.tuple() == y.tuple()
                        && x.index() == y.index());
    }

    /// The tasks that the program itself says a dispatch follows.
    boolean isDeclared(Edge edge) {
        return edge.reasons().contains(Reason.DECLARED);
    }

    private Set<Reason> reasons(Task earlier, Task later) {
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        for (TaskRegion a : regions.getOrDefault(earlier, List.of())) {
            for (TaskRegion b : regions.getOrDefault(later, List.of())) {
                if ((!a.direction().writes() && !b.direction().writes()) || a.isDisjoint(b, analyzer)) {
                    continue;
                }
                if (a.direction().writes() && b.direction() != Direction.OUT) {
                    reasons.add(Reason.RAW);
                }
                if (a.direction().writes() && b.direction().writes()) {
                    reasons.add(Reason.WAW);
                }
                if (a.direction() != Direction.OUT && b.direction().writes()) {
                    reasons.add(Reason.WAR);
                }
            }
        }
        return reasons;
    }

    private List<TaskRegion> regions(String callee, List<Expr> args) {
        Function target = program.find(callee).orElse(null);
        var found = new ArrayList<TaskRegion>();
        if (target != null) {
            for (int i = 0; i < Math.min(args.size(), target.params().size()); i++) {
                if (args.get(i).type() instanceof Shaped) {
                    found.add(region(args.get(i), target.params().get(i).direction()));
                }
            }
        }
        return found;
    }

    private TaskRegion region(Expr arg, Direction direction) {
        Var root = roots.of(arg);
        if (root == null) {
            return new TaskRegion((Var) arg, List.of(), List.of(), direction);
        }
        // Follow the value to the slice that was taken from the tensor itself.
        Expr current = arg;
        while (current instanceof Var variable && variable != root) {
            Expr value = values.get(variable);
            if (value instanceof OpCall call && call.op().viewOf() >= 0) {
                Expr source = call.args().get(call.op().viewOf());
                if (call.op().semantics() == Semantics.View.SLICE
                        && isWhole(source, root)
                        && call.operand("shape") instanceof MakeTuple shape
                        && call.operand("offset") instanceof MakeTuple offset
                        && shape.elements().size() == offset.elements().size()) {
                    return new TaskRegion(root, offset.elements(), shape.elements(), direction);
                }
                current = source;
            } else {
                Var next = value instanceof Var v ? v : argument(value, root);
                if (next == null) {
                    break;
                }
                current = next;
            }
        }
        return new TaskRegion(root, List.of(), List.of(), direction);
    }

    /// Whether a value is all of the tensor.
    private boolean isWhole(Expr value, Var root) {
        return value instanceof Var variable && variable == root;
    }

    /// The argument of a call that its result is.
    private @Nullable Var argument(@Nullable Expr value, Var root) {
        List<Expr> args = switch (value) {
            case FunctionCall call -> call.args();
            case TupleGet get
            when get.tuple() instanceof Var tuple ->
                switch (values.get(tuple)) {
                    case FunctionCall call -> call.args();
                    case Submit submit -> submit.args();
                    case null -> List.of();
                    case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ ->
                        List.of();
                };
            case null -> List.of();
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _, Submit _ ->
                List.of();
        };
        List<Var> same = args.stream()
                .filter(a -> a instanceof Var v && roots.of(v) == root)
                .map(a -> (Var) a)
                .toList();
        return same.size() == 1 ? same.getFirst() : null;
    }

    /// The graph in the language of Graphviz.
    public String dot() {
        var text = new StringBuilder("digraph tasks {\n  node [shape=box];\n");
        for (Task task : tasks) {
            text.append("  t%d [label=\"%s\\nline %d\"];\n".formatted(task.number, task.callee, task.line));
        }
        for (Edge edge : edges) {
            String label = edge.reasons.stream()
                    .map(r -> r == Reason.DECLARED ? "declared" : r.name())
                    .collect(Collectors.joining(", "));
            text.append("  t%d -> t%d [label=\"%s\"];\n".formatted(edge.earlier.number, edge.later.number, label));
        }
        return text.append("}\n").toString();
    }

    /// The ids that a submission must wait for, beyond those that it declares.
    public List<Attr> missing(Submit submit) {
        return edges.stream()
                .filter(e -> e.later.dispatch == submit && !isDeclared(e))
                .map(e -> e.earlier.id)
                .filter(java.util.Objects::nonNull)
                .map(id -> (Attr) new Attr.Value(java.util.Objects.requireNonNull(id)))
                .toList();
    }
}

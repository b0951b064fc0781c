package sectile.compiler.task;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.compiler.arith.Analyzer;
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

/// The tasks of an orchestration function, in program order, and which of them follow which. A task depends on an
/// earlier one that is visible where it is launched; what earlier iterations of a loop launched, the executor orders.
/// A conflict with a task that a task in between covers has no edge of its own: the one in between follows it.
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

    private final TaskRegions regions;
    private final Analyzer analyzer = new Analyzer();
    private final Conflicts conflicts = new Conflicts(analyzer);
    private final List<Task> tasks = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final IdentityHashMap<Expr, List<Edge>> before = new IdentityHashMap<>();
    private final Map<Var, Task> bySubmission = new HashMap<>();

    private TaskGraph(Program program, Function function) {
        this.regions = new TaskRegions(program, function);
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
                regions.define(assign.target(), assign.value());
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
        int mark = conflicts.mark();
        statement(body, manual);
        conflicts.withdraw(mark);
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
        List<TaskRegion> used = regions.of(callee, args, attrs);
        SortedMap<Integer, Set<Reason>> earlier = new TreeMap<>();
        if (!manual) {
            conflicts.follow(used, (other, reason) -> reasons(earlier, other).add(reason));
        }
        declared(attrs).forEach(other -> reasons(earlier, other).add(Reason.DECLARED));
        List<Edge> own = new ArrayList<>();
        earlier.forEach((number, reasons) -> own.add(new Edge(tasks.get(number), task, reasons)));
        edges.addAll(own);
        before.put(value, own);
        conflicts.add(task, used);
        tasks.add(task);
        if (id != null && target != null) {
            bySubmission.put(target, task);
        }
    }

    private static Set<Reason> reasons(Map<Integer, Set<Reason>> earlier, Task other) {
        return earlier.computeIfAbsent(other.number, n -> EnumSet.noneOf(Reason.class));
    }

    /// The task id is the last element of what a submission returns, or all of it.
    private static Expr id(Var target) {
        Type type = target.type();
        return type instanceof TupleType tuple
                ? new TupleGet(target, tuple.elements().size() - 1, target.origin())
                : target;
    }

    /// The tasks whose ids are among the declared ones.
    private List<Task> declared(Attrs attrs) {
        List<Task> named = new ArrayList<>();
        attrs.find("deps").ifPresent(deps -> {
            for (Expr expr : Walk.expressions(Attrs.of("deps", deps))) {
                Expr id = expr instanceof Var variable && regions.value(variable) instanceof TupleGet get ? get : expr;
                Expr submission = id instanceof TupleGet get ? get.tuple() : id;
                Task task = submission instanceof Var variable ? bySubmission.get(variable) : null;
                if (task != null && isId(id, (Var) submission)) {
                    named.add(task);
                }
            }
        });
        return named;
    }

    /// Whether an expression is the task id, and not another result of the submission.
    private static boolean isId(Expr expr, Var submission) {
        return expr instanceof TupleGet get
                ? submission.type() instanceof TupleType tuple
                        && get.index() == tuple.elements().size() - 1
                : !(submission.type() instanceof TupleType);
    }

    /// The tasks that the program itself says a dispatch follows.
    boolean isDeclared(Edge edge) {
        return edge.reasons().contains(Reason.DECLARED);
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
        return before.getOrDefault(submit, List.of()).stream()
                .filter(e -> !isDeclared(e))
                .map(e -> e.earlier.id)
                .filter(java.util.Objects::nonNull)
                .map(id -> (Attr) new Attr.Value(java.util.Objects.requireNonNull(id)))
                .toList();
    }
}

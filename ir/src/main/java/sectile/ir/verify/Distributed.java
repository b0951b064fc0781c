package sectile.ir.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.NotifyOp;

/// Windows belong to the host, dispatches name a device, and no rank takes a path past a collective.
final class Distributed {
    private final Program program;
    private final Function function;
    private final Findings findings;
    private final Set<String> windows = new HashSet<>();
    private final Set<Var> ofRank = new HashSet<>();
    private final Set<Var> indices = new HashSet<>();
    private final Map<Expr, Attr> notified = new HashMap<>();

    Distributed(Program program, Function function, Findings findings) {
        this.program = program;
        this.function = function;
        this.findings = findings;
    }

    void run() {
        statement(function.body(), false);
    }

    private void statement(Stmt statement, boolean divergent) {
        Walk.expressions(statement).forEach(e -> Walk.each(e, x -> expression(x, divergent)));
        boolean inside = divergent;
        switch (statement) {
            case Assign assign -> {
                if (dependsOnRank(assign.value())) {
                    ofRank.add(assign.target());
                }
            }
            case If branch -> inside |= dependsOnRank(branch.condition()) && !isBalanced(branch);
            case While loop -> inside |= dependsOnRank(loop.condition());
            case For loop -> {
                indices.add(loop.index());
                inside |= dependsOnRank(loop.start()) || dependsOnRank(loop.stop()) || dependsOnRank(loop.step());
            }
            case Eval _, Yield _, Jump _, Seq _, Scope _ -> {}
        }
        for (Stmt child : Walk.children(statement)) {
            statement(child, inside);
        }
        if (statement instanceof For loop) {
            indices.remove(loop.index());
        }
    }

    /// Something in which all ranks meet, or a statement around some.
    ///
    /// @param windows the names of what is passed to it
    private record Meeting(String what, List<String> windows, Span span) {}

    /// Whether ranks meet in the same things whichever branch they take. Branches that have the same collectives in
    /// another order are reported here.
    private boolean isBalanced(If branch) {
        List<Meeting> then = meetings(branch.then());
        List<Meeting> otherwise = meetings(branch.otherwise());
        if (then.isEmpty() && otherwise.isEmpty()) {
            return true;
        }
        if (!sorted(then).equals(sorted(otherwise))) {
            // Names of windows may stand for the same one; what is done with them leaves no doubt.
            return then.stream()
                    .map(Meeting::what)
                    .toList()
                    .equals(otherwise.stream().map(Meeting::what).toList());
        }
        for (int i = 0; i < then.size(); i++) {
            Meeting one = then.get(i);
            Meeting other = otherwise.get(i);
            if (!key(one).equals(key(other))) {
                findings.error(
                        LanguageCode.DIVERGENT_COLLECTIVE,
                        other.span(),
                        "ranks that come here meet in " + key(other) + " while the others, in line "
                                + one.span().line() + ", meet in " + key(one) + ", so both wait forever",
                        "let all ranks call collectives in the same order");
                break;
            }
        }
        return true;
    }

    private static List<String> sorted(List<Meeting> meetings) {
        return meetings.stream().map(Distributed::key).sorted().toList();
    }

    private static String key(Meeting meeting) {
        return meeting.what() + "(" + String.join(", ", meeting.windows()) + ")";
    }

    private List<Meeting> meetings(Stmt statement) {
        var found = new ArrayList<Meeting>();
        Walk.expressions(statement)
                .forEach(root -> Walk.each(root, expr -> {
                    switch (expr) {
                        case OpCall call
                        when call.op().isCollective() ->
                            found.add(new Meeting(call.op().surface(), windows(call.args()), call.span()));
                        case FunctionCall call
                        when meets(call.callee(), new HashSet<>()) ->
                            found.add(new Meeting(call.callee(), windows(call.args()), call.span()));
                        case Submit submit
                        when meets(submit.callee(), new HashSet<>()) ->
                            found.add(new Meeting(submit.callee(), windows(submit.args()), submit.span()));
                        case OpCall _,
                                FunctionCall _,
                                Submit _,
                                Var _,
                                Dim _,
                                Constant _,
                                Arithmetic _,
                                MakeTuple _,
                                TupleGet _,
                                Absent _ -> {}
                    }
                }));
        for (Stmt child : Walk.children(statement)) {
            found.addAll(meetings(child));
        }
        String around = switch (statement) {
            case For loop -> "for " + loop.start() + ", " + loop.stop() + ", " + loop.step();
            case While loop -> "while " + loop.condition();
            case If branch -> "if " + branch.condition();
            case Assign _, Eval _, Yield _, Jump _, Seq _, Scope _ -> "";
        };
        if (!found.isEmpty() && !around.isEmpty()) {
            found.addFirst(new Meeting(around, List.of(), statement.origin().span()));
        }
        return found;
    }

    private static List<String> windows(List<Expr> args) {
        return args.stream()
                .filter(arg -> arg.type() instanceof DistributedTensorType)
                .map(Expr::toString)
                .toList();
    }

    private boolean dependsOnRank(Expr expr) {
        boolean[] found = {false};
        Walk.each(
                expr,
                e -> found[0] |= (e instanceof Var v && ofRank.contains(v))
                        || (e instanceof OpCall c && c.op().semantics() == Semantics.Query.RANK));
        return found[0] && expr.type() instanceof ScalarType;
    }

    private void expression(Expr expr, boolean divergent) {
        switch (expr) {
            case OpCall call -> op(call, divergent);
            case FunctionCall call -> {
                dispatch(call.callee(), call.attrs(), call.span());
                reached(call.callee(), call.span(), divergent);
            }
            case Submit submit -> {
                dispatch(submit.callee(), submit.attrs(), submit.span());
                reached(submit.callee(), submit.span(), divergent);
            }
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _ -> {}
        }
    }

    private void op(OpCall call, boolean divergent) {
        if (call.op().hostOnly() && !function.isHost()) {
            findings.error(
                    LanguageCode.HOST_OP_MISPLACED,
                    call.span(),
                    call.op().surface() + " can only be called on the host, and `" + function.name()
                            + "` is not a host function",
                    call.op().semantics() == Semantics.Query.WORLD_SIZE
                            ? "in a kernel use pld.nranks(pld.get_comm_ctx(window))"
                            : "allocate in the function at pl.Level.HOST and pass the window down");
        }
        if (call.op().semantics() == Semantics.Window.ALLOCATE
                && call.attr("name").orElse(null) instanceof Attr.Text name) {
            boolean identifier = name.value().matches("[A-Za-z_][A-Za-z0-9_]*");
            boolean taken = !windows.add(name.value());
            if (!identifier || taken) {
                findings.error(
                        LanguageCode.WINDOW_NAME,
                        call.span(),
                        taken
                                ? "two windows are named \"" + name.value() + "\""
                                : "\"" + name.value() + "\" cannot be the name of a window",
                        "every window has a name of its own, which is an identifier");
            }
        }
        if (divergent && call.op().isCollective()) {
            findings.error(
                    LanguageCode.DIVERGENT_COLLECTIVE,
                    call.span(),
                    call.op().surface() + " is only reached by some ranks, so the others wait forever",
                    "move it out of what depends on pld.rank");
        }
        if (call.op().semantics() == Semantics.Signal.NOTIFY) {
            notified(call.args().getFirst(), call.attr("op").orElseThrow(), call);
        } else if (call.op().semantics() == Semantics.Access.PUT) {
            call.arg("signal")
                    .ifPresent(signal -> notified(signal, call.attr("signal_op").orElseThrow(), call));
        } else if (call.op().isCollective() && call.op().findOperand("signal").isPresent()) {
            call.arg("signal").ifPresent(signal -> notified(signal, new Attr.Sym(NotifyOp.ATOMIC_ADD), call));
        }
    }

    /// A function that some ranks call must not hold a collective.
    private void reached(String callee, Span span, boolean divergent) {
        if (divergent && meets(callee, new HashSet<>())) {
            findings.error(
                    LanguageCode.DIVERGENT_COLLECTIVE,
                    span,
                    "`" + callee + "` holds a collective and is only called by some ranks, so the others wait forever",
                    "move the call out of what depends on pld.rank");
        }
    }

    private boolean meets(String name, Set<String> seen) {
        boolean[] found = {false};
        if (seen.add(name)) {
            program.find(name)
                    .ifPresent(f -> Walk.eachExpression(f.body(), e -> {
                        switch (e) {
                            case OpCall call -> found[0] |= call.op().isCollective();
                            case FunctionCall call -> found[0] |= meets(call.callee(), seen);
                            case Submit submit -> found[0] |= meets(submit.callee(), seen);
                            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _ -> {}
                        }
                    }));
        }
        return found[0];
    }

    /// A collective adds to its signal.
    private void notified(Expr signal, Attr op, OpCall call) {
        Attr before = notified.putIfAbsent(signal, op);
        if (before != null && !before.equals(op)) {
            findings.error(
                    LanguageCode.SET_AND_ADDED,
                    call.span(),
                    "this signal is both set and added to",
                    "use one of " + NotifyOp.SET.surface() + " and " + NotifyOp.ATOMIC_ADD.surface()
                            + " per signal; a collective adds to its signal");
        }
    }

    /// The host passes tensors first and scalars last.
    private void order(Function target) {
        Param scalar = null;
        for (Param param : target.params()) {
            if (param.type() instanceof ScalarType) {
                scalar = param;
            } else if (scalar != null
                    && param.type() instanceof Shaped
                    && findings.isFirst(LanguageCode.TENSOR_AFTER_SCALAR, target)) {
                findings.error(
                        LanguageCode.TENSOR_AFTER_SCALAR,
                        param.variable().span(),
                        "the tensor `" + param.name() + "` follows the scalar `" + scalar.name()
                                + "` in a function that the host dispatches",
                        "tensors come first in its signature, scalars last");
            }
        }
    }

    private void dispatch(String callee, Attrs attrs, Span span) {
        if (function.isHost()) {
            program.find(callee).filter(target -> !target.isHost()).ifPresent(this::order);
        }
        if (attrs.has("device")) {
            if (!function.isHost()) {
                findings.error(LanguageCode.DEVICE_CHOSEN_BELOW_HOST, span, "only a host function chooses a device");
                return;
            }
            Attr device = attrs.find("device").orElseThrow();
            boolean valid = (device instanceof Attr.Int number && number.value() >= 0)
                    || (device instanceof Attr.Value value
                            && value.value() instanceof Var variable
                            && indices.contains(variable));
            if (!valid) {
                findings.error(
                        LanguageCode.BAD_DEVICE,
                        span,
                        "a device is a number or the index of a loop around the dispatch");
            }
        } else if (function.isHost()) {
            program.find(callee).ifPresent(target -> {
                if (target.params().stream().anyMatch(p -> p.type() instanceof DistributedTensorType)) {
                    findings.error(
                            LanguageCode.NO_DEVICE,
                            span,
                            "`" + callee + "` takes windows, but the dispatch names no device",
                            "add device=r");
                }
            });
        }
        Attr deps = attrs.find("deps").orElse(null);
        List<Attr> items =
                deps instanceof Attr.Items several ? several.values() : deps == null ? List.of() : List.of(deps);
        for (Attr item : items) {
            boolean task = item instanceof Attr.Value value
                    && sectile.ir.expr.OperandKind.TASKS.accepts(value.value().type());
            if (!task) {
                findings.error(
                        LanguageCode.NOT_A_TASK,
                        span,
                        "`deps` holds task ids, found " + sectile.ir.expr.Describe.attr(item));
            }
        }
    }
}

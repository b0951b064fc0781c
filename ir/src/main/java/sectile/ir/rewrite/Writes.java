package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.Direction;

/// Which parameters a function reads and writes, and where. A value is traced back to the parameter whose memory it
/// is, through views, ops that return an operand, values carried by loops and branches, and calls, whose results are
/// what they write.
public final class Writes {
    /// A write of a parameter's memory; `by` is the op or the function that does it.
    public record Write(Param param, Span span, String by) {}

    /// The functions that a program calls, by name.
    @FunctionalInterface
    public interface Callees {
        Optional<Function> find(String name);
    }

    private final Callees callees;
    private final Map<Var, Param> params = new LinkedHashMap<>();
    private final Roots<Param> roots;
    private final List<Write> writes = new ArrayList<>();
    private final Set<Param> reads = new HashSet<>();
    private final Map<Param, Span> rebound = new HashMap<>();
    private final IdentityHashMap<Return, Map<Integer, Param>> returned = new IdentityHashMap<>();

    private Writes(Function function, Results results) {
        this.callees = results.callees();
        for (Param param : function.params()) {
            if (param.type() instanceof Shaped) {
                params.put(param.variable(), param);
            }
        }
        roots = new Roots<>(results, _ -> false);
        params.forEach(roots::put);
    }

    public static Writes of(Function function, Callees callees) {
        return of(function, Results.of(callees));
    }

    static Writes of(Function function, Results results) {
        var writes = new Writes(function, results);
        writes.statement(function.body());
        return writes;
    }

    /// In program order.
    public List<Write> all() {
        return List.copyOf(writes);
    }

    public boolean isWritten(Param param) {
        return writes.stream().anyMatch(w -> w.param().equals(param));
    }

    /// Whether the contents of a parameter may be read.
    public boolean isRead(Param param) {
        return reads.contains(param);
    }

    /// The parameter whose memory a value is.
    public Optional<Param> of(Expr value) {
        return Optional.ofNullable(roots.root(value));
    }

    /// Where the name of a parameter is first given a value that is not its memory.
    public Optional<Span> rebound(Param param) {
        return Optional.ofNullable(rebound.get(param));
    }

    /// The parameter whose memory the value of that number of a `return` is.
    public Optional<Param> returned(Return ret, int number) {
        return Optional.ofNullable(returned.getOrDefault(ret, Map.of()).get(number));
    }

    private void statement(Stmt statement) {
        Walk.expressions(statement).forEach(e -> Walk.each(e, this::expression));
        if (statement instanceof For loop) {
            begin(loop.iterArgs());
        } else if (statement instanceof While loop) {
            begin(loop.iterArgs());
        }
        Walk.children(statement).forEach(this::statement);
        switch (statement) {
            case Assign assign -> assigned(assign);
            case If branch -> {
                results(branch.results(), branch.then());
                results(branch.results(), branch.otherwise());
            }
            case For loop -> end(loop.iterArgs(), loop.results(), loop.body());
            case While loop -> end(loop.iterArgs(), loop.results(), loop.body());
            case Return ret -> {
                var parameters = new HashMap<Integer, Param>();
                for (int i = 0; i < ret.values().size(); i++) {
                    Param root = roots.root(ret.values().get(i));
                    if (root != null) {
                        parameters.put(i, root);
                    }
                }
                returned.put(ret, parameters);
            }
            case Seq _, Scope _, Eval _, Yield _, Break _, Continue _ -> {}
        }
    }

    private void begin(List<IterArg> iterArgs) {
        iterArgs.forEach(a -> roots.holds(a.variable(), a.init()));
    }

    private void end(List<IterArg> iterArgs, List<Var> results, Stmt body) {
        for (int i = 0; i < results.size(); i++) {
            roots.holds(results.get(i), iterArgs.get(i).variable());
        }
        results(results, body);
    }

    private void results(List<Var> results, Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        if (!steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            for (int i = 0; i < Math.min(results.size(), yield.values().size()); i++) {
                roots.holds(results.get(i), yield.values().get(i));
            }
        }
    }

    private void assigned(Assign assign) {
        roots.holds(assign.target(), assign.value());
        Param param = params.getOrDefault(assign.target(), sameName(assign.target()));
        if (roots.root(assign.value()) == null && param != null && !isResultOf(assign.value(), param)) {
            rebound.putIfAbsent(param, assign.span());
        }
    }

    /// A value of another type under the name of a parameter is another variable, but was meant to be stored.
    private @Nullable Param sameName(Var target) {
        for (Param param : params.values()) {
            if (param.name().equals(target.name())) {
                return param;
            }
        }
        return null;
    }

    private boolean isResultOf(Expr value, Param param) {
        boolean[] uses = {false};
        Walk.each(
                value,
                e -> uses[0] |= e instanceof FunctionCall call
                        && call.args().stream().anyMatch(a -> param.equals(roots.root(a))));
        return uses[0];
    }

    private void expression(Expr expr) {
        switch (expr) {
            case OpCall call -> {
                for (int i = 0; i < call.args().size(); i++) {
                    Effect effect = call.op().effect(call.op().operands().get(i), call.attrs());
                    if (effect.writes()) {
                        write(call.args().get(i), call.span(), call.op().surface());
                    }
                    if (effect.reads()) {
                        read(call.args().get(i));
                    }
                }
            }
            case FunctionCall call -> passes(call.callee(), call.args(), call.span());
            case Submit submit -> passes(submit.callee(), submit.args(), submit.span());
            case Var _, Dim _, ConstInt _, ConstFloat _, ConstBool _, Absent _ -> {}
            case Binary _, Unary _, Cast _, MakeTuple _, TupleGet _ -> {}
        }
    }

    private void passes(String callee, List<Expr> args, Span span) {
        callees.find(callee).ifPresent(target -> {
            for (int i = 0; i < Math.min(args.size(), target.params().size()); i++) {
                if (target.params().get(i).direction().writes()) {
                    write(args.get(i), span, "`" + callee + "`");
                }
                if (target.params().get(i).direction() != Direction.OUT) {
                    read(args.get(i));
                }
            }
        });
    }

    private void read(Expr value) {
        Param param = roots.root(value);
        if (param != null) {
            reads.add(param);
        }
    }

    private void write(Expr target, Span span, String by) {
        Param param = roots.root(target);
        if (param != null) {
            writes.add(new Write(param, span, by));
        }
    }
}

package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.compiler.comm.Wiring;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.verify.Property;

/// A collective without a signal gets one. The host allocates it beside the window that the collective works on, so
/// ranks that share the window share the signal; collectives clear their signal, so all of a window use the same.
public final class SynthesizeSignals implements Pass {
    /// Cells of a signal, and so the most ranks: how many there will be is known only when the program runs.
    static final long CELLS = 256;

    private static final DistributedTensorType SIGNAL = DistributedTensorType.of(DataType.INT32, CELLS, 1);

    @Override
    public String summary() {
        return "Allocates a signal for every collective that has none and passes it down to the collective.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        var wiring = new Wiring(program, "_signal", SIGNAL, Direction.INOUT);
        boolean needed = false;
        for (Function function : program.functions()) {
            for (OpCall call : unsignalled(function)) {
                needed = true;
                Optional<Var> window = wiring.roots(function).of(call.operand("target"));
                if (window.isPresent()) {
                    wiring.need(function, window.get());
                } else {
                    context.diagnostics()
                            .error(
                                    CompilerCode.UNKNOWN_WINDOW,
                                    call.span(),
                                    "it is not known which window this collective works on, so it gets no signal");
                }
            }
        }
        if (!needed) {
            return program;
        }
        wiring.propagate(context.diagnostics());
        withoutHost(program, wiring, context.diagnostics());
        if (context.diagnostics().hasErrors()) {
            return program;
        }
        return program.withFunctions(program.functions().stream()
                .map(f -> new Signals(wiring, f).run())
                .toList());
    }

    private static boolean lacksSignal(OpCall call) {
        return call.op().semantics() instanceof Semantics.Collective
                && call.arg("signal").isEmpty();
    }

    private static List<OpCall> unsignalled(Function function) {
        var found = new ArrayList<OpCall>();
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call && lacksSignal(call)) {
                found.add(call);
            }
        });
        return found;
    }

    /// A function that no other calls and that is not the host's has no place to get a signal from.
    private static void withoutHost(Program program, Wiring wiring, Diagnostics diagnostics) {
        for (Function function : program.functions()) {
            if (wiring.isOrigin(function) && !function.isHost()) {
                wiring.values(function)
                        .keySet()
                        .forEach(window -> diagnostics.add(sectile.base.diag.Diagnostic.error(
                                        CompilerCode.NO_SIGNAL,
                                        function.origin().span(),
                                        "no host function calls `" + function.name()
                                                + "`, so nothing allocates a signal for `" + window.name() + "`")
                                .hint("give the collective a signal, as in pld.tensor.allreduce(data, signal)")));
            }
        }
    }

    private static final class Signals extends Wiring.Calls {
        private final Wiring wiring;
        private final Function function;

        Signals(Wiring wiring, Function function) {
            wiring.super(function);
            this.wiring = wiring;
            this.function = function;
        }

        @Override
        public Expr expression(Expr expr) {
            if (super.expression(expr) instanceof OpCall call) {
                if (!lacksSignal(call)) {
                    return call;
                }
                Var window = wiring.roots(function).of(call.operand("target")).orElseThrow();
                var args = new ArrayList<>(call.args());
                int place = call.op().operandIndex("signal");
                while (args.size() > place) {
                    args.removeLast();
                }
                args.add(
                        java.util.Objects.requireNonNull(wiring.values(function).get(window)));
                return call.op().call(args, call.attrs(), call.origin());
            }
            return super.expression(expr);
        }

        @Override
        public Stmt statement(Stmt statement) {
            Stmt copy = descend(statement);
            if (statement instanceof Assign assign && function.isHost()) {
                Var signal = wiring.values(function).get(assign.target());
                if (signal != null) {
                    return Seq.of(List.of(copy, allocated(assign, signal)));
                }
            }
            return copy;
        }

        private Stmt allocated(Assign beside, Var signal) {
            return BodyBuilder.build(wiring.names(function), beside.origin(), f -> {
                Var buffer = f.let(signal.name() + "_buffer", f.allocWindowBuffer(CELLS * DataType.INT32.bits() / 8));
                f.add(new Assign(signal, f.window(buffer, List.of(CELLS, 1), DataType.INT32), beside.origin()));
            });
        }
    }
}

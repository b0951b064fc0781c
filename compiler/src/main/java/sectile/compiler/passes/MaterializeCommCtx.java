package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import sectile.compiler.comm.Wiring;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.verify.Property;

/// The context of a window becomes a parameter of every function that asks for it, from the host downwards.
public final class MaterializeCommCtx implements Pass {
    @Override
    public String summary() {
        return "Passes the communication context of each window from the host to the kernels that ask for it.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        var wiring = new Wiring(program, "_ctx", HandleType.COMM_CTX, Direction.IN);
        for (Function function : program.functions()) {
            if (!wiring.isOrigin(function)) {
                Walk.eachExpression(function.body(), expr -> {
                    if (expr instanceof OpCall call && asks(call)) {
                        wiring.roots(function).of(call.args().getFirst()).ifPresent(w -> wiring.need(function, w));
                    }
                });
            }
        }
        wiring.propagate(context.diagnostics());
        boolean needed =
                program.functions().stream().anyMatch(f -> !wiring.values(f).isEmpty());
        return needed && !context.diagnostics().hasErrors()
                ? program.withFunctions(program.functions().stream()
                        .map(f -> new Contexts(wiring, f).run())
                        .toList())
                : program;
    }

    private static boolean asks(OpCall call) {
        return call.op().semantics() == Semantics.Query.COMM_CONTEXT;
    }

    private static final class Contexts extends Wiring.Calls {
        private final Wiring wiring;
        private final Function function;

        Contexts(Wiring wiring, Function function) {
            wiring.super(function);
            this.wiring = wiring;
            this.function = function;
        }

        @Override
        public Expr expression(Expr expr) {
            Expr copy = super.expression(expr);
            if (copy instanceof OpCall call && asks(call) && !wiring.isOrigin(function)) {
                Var window = wiring.roots(function).of(call.args().getFirst()).orElseThrow();
                return Objects.requireNonNull(wiring.values(function).get(window));
            }
            return copy;
        }

        @Override
        public Stmt statement(Stmt statement) {
            Stmt copy = descend(statement);
            if (statement instanceof Assign assign && function.isHost()) {
                Var context = wiring.values(function).get(assign.target());
                if (context != null) {
                    return Seq.of(List.of(copy, ofBuffer((Assign) copy, context)));
                }
            }
            return copy;
        }

        private Stmt ofBuffer(Assign allocation, Var context) {
            String name = ((OpCall) allocation.value()).attrs().text("name").orElse("");
            return BodyBuilder.build(wiring.names(function), allocation.origin(), f -> {
                var type = DistributedTensorType.of(DataType.UINT8, 1).withWindow(name);
                Var window = f.let(
                        allocation.target().name() + "_bytes",
                        type,
                        f.window(allocation.target(), List.of(1), DataType.UINT8));
                f.add(new Assign(context, f.commContext(window), allocation.origin()));
            });
        }

        @Override
        public Function run() {
            Function result = super.run();
            if (function.isHost() || !wiring.isOrigin(function)) {
                return result;
            }
            List<Stmt> steps = new ArrayList<>();
            for (Param param : function.params()) {
                Var context = wiring.values(function).get(param.variable());
                if (context != null) {
                    steps.add(BodyBuilder.build(
                            wiring.names(function),
                            param.variable().origin(),
                            f -> f.add(new Assign(
                                    context,
                                    f.commContext(param.variable()),
                                    param.variable().origin()))));
                }
            }
            steps.add(result.body());
            return result.withBody(Seq.of(steps));
        }
    }
}

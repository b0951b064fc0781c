package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.collective.CollectiveLowering;
import sectile.compiler.collective.LaunchedInBlocks;
import sectile.compiler.collective.TransferLowering;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.verify.Property;

/// Collectives, puts and gets of kernels become loads, stores and signals.
public final class LowerCompositeOps implements Pass {
    @Override
    public String summary() {
        return "Lowers collectives, puts and gets of kernels to remote loads and stores, notify and wait.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        Set<String> inBlocks = LaunchedInBlocks.in(program);
        return program.withFunctions(program.functions().stream()
                .map(f -> lowered(f, inBlocks.contains(f.name()), context))
                .toList());
    }

    private static Function lowered(Function function, boolean inBlocks, PassContext context) {
        return switch (function.kind()) {
            case IN_CORE, AIC, AIV ->
                hasCores(function, context) ? function : new Lowering(function, inBlocks).function(function);
            case OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE, GRAPH -> function;
        };
    }

    /// Cores belong to a launch, not to what runs on one of them.
    private static boolean hasCores(Function function, PassContext context) {
        boolean[] found = {false};
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call
                    && call.op().semantics() instanceof Semantics.Collective
                    && call.attrs().has("core_num")) {
                found[0] = true;
                context.diagnostics()
                        .error(
                                CompilerCode.CORE_NUM_IN_KERNEL,
                                call.span(),
                                "`core_num` of " + call.op().surface() + " in the kernel `" + function.name() + "`",
                                "leave it out; the launch of the kernel says how many cores run it");
            }
        });
        return found[0];
    }

    private static final class Lowering extends Rewriter {
        private final FreshNames names;
        private final boolean blocks;

        Lowering(Function function, boolean blocks) {
            this.names = FreshNames.of(function);
            this.blocks = blocks;
        }

        @Override
        public Stmt statement(Stmt statement) {
            return switch (descend(statement)) {
                case Assign assign
                when assign.value() instanceof OpCall call && lowers(call) ->
                    Seq.of(java.util.List.of(lowered(call), assign.withValue(result(call))));
                case Eval eval when eval.value() instanceof OpCall call && lowers(call) -> lowered(call);
                case Stmt other -> other;
            };
        }

        private static boolean lowers(OpCall call) {
            return call.op().semantics() instanceof Semantics.Collective || TransferLowering.lowers(call);
        }

        /// The op writes this operand in place, so it is the result.
        private static Expr result(OpCall call) {
            return call.args().get(call.op().reuses());
        }

        private Stmt lowered(OpCall call) {
            return call.op().semantics() instanceof Semantics.Collective collective
                    ? CollectiveLowering.lower(call, collective, names, blocks)
                    : TransferLowering.lower(call, names);
        }
    }
}

package sectile.compiler.passes;

import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.compiler.memory.MemoryMap;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Target;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Dims;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Shaped;

/// Whether a kernel fits into the memories of a core if every tensor it works on becomes one tile.
final class TileMemory {
    private TileMemory() {}

    /// True also for a kernel that says itself which tiles it works on.
    static boolean fits(Function kernel, Program program, Target target) {
        if (!computesOnTensors(kernel)) {
            return true;
        }
        if (total(kernel)
                <= target.memories().stream()
                        .mapToLong(Target.Memory::capacity)
                        .min()
                        .orElse(0)) {
            return true;
        }
        // What the passes would make of it, step by step.
        var problems = new Diagnostics();
        var context = new PassContext(target, problems);
        Function function = run(
                kernel,
                List.of(
                        new ConvertTensorToTileOps(),
                        new FlattenTilesTo2D(),
                        new LegalizeCasts(),
                        new InferMemorySpace()),
                program,
                context);
        if (problems.hasErrors()) {
            return true; // reported by the pass itself when its turn comes
        }
        for (Function part : ExpandMixedKernel.parts(function, program, context)) {
            Function planned =
                    run(part, List.of(new LowerPipelineLoops(), new InitMemRef(), new MemoryReuse()), program, context);
            if (problems.hasErrors()) {
                return true;
            }
            var overflow = new Diagnostics();
            MemoryMap.allocated(planned, target, overflow);
            if (overflow.hasErrors()) {
                return false;
            }
        }
        return true;
    }

    private static Function run(Function kernel, List<FunctionPass> passes, Program program, PassContext context) {
        Function function = kernel;
        for (FunctionPass pass : passes) {
            if (!context.diagnostics().hasErrors()) {
                function = pass.run(function, program, context);
            }
        }
        return function;
    }

    private static boolean computesOnTensors(Function kernel) {
        boolean[] found = {false};
        Walk.eachExpression(
                kernel.body(),
                expr -> found[0] |= expr instanceof OpCall call
                        && call.op().isTensor()
                        && call.op().computes());
        return found[0];
    }

    /// The bytes of all values, which is more than are in memory at any time.
    private static long total(Function kernel) {
        long[] bytes = {0};
        Walk.eachExpression(kernel.body(), expr -> {
            if (expr instanceof OpCall call) {
                call.args().forEach(arg -> bytes[0] += arg.type() instanceof Shaped shaped ? bytes(shaped) : 0);
                bytes[0] += call.type() instanceof Shaped shaped ? 4 * bytes(shaped) : 0;
            }
        });
        return bytes[0];
    }

    static long bytes(Shaped type) {
        return (Dims.elements(type.shape()).orElse(0) * type.dtype().bits() + 7) / 8;
    }
}

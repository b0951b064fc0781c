package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.compiler.flow.Roots;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Target;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.verify.Property;

/// Kernels whose tensors do not fit into the memory of a core work on blocks of rows: ops in a row that
/// compute each row of their results from the same row of their operands become a loop over blocks.
public final class BlockRows implements FunctionPass {
    /// Values that follow each other share memory, so an estimate that adds them up may be too large by this factor.
    private static final long MOST = 8;

    private static final int ATTEMPTS = 12;

    @Override
    public String summary() {
        return "Works on blocks of rows where tensors do not fit into the memory of a core.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        if (!function.kind().isKernel() || TileMemory.fits(function, program, context.target())) {
            return function;
        }
        Target target = context.target();
        Roots roots = Roots.of(function, program::find);
        long capacity = target.capacity(MemorySpace.VEC);
        // How many rows fit depends on which values are in memory at the same time, which the memory passes know. The
        // estimate of the blocks only orders the attempts: the largest number of bytes at which the kernel fits is
        // searched between too few and too many.
        long low = 0;
        long high = capacity * MOST;
        Function best = null;
        for (int i = 0; i < ATTEMPTS && low < high; i++) {
            long bytes = i == 0 ? capacity : low + (high - low + 1) / 2;
            Function candidate = new Blocks(function, roots, bytes).function(function);
            if (TileMemory.fits(candidate, program, target)) {
                best = candidate;
                low = bytes;
            } else {
                high = bytes - 1;
            }
        }
        return best == null ? new Blocks(function, roots, capacity).function(function) : best;
    }

    private static final class Blocks extends Rewriter {
        private final FreshNames names;
        private final UseCounts uses;
        private final Roots roots;
        private final long capacity;

        Blocks(Function function, Roots roots, long capacity) {
            this.names = FreshNames.of(function);
            this.uses = UseCounts.of(function.body());
            this.roots = roots;
            this.capacity = capacity;
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (!(statement instanceof Seq seq)) {
                RowRun alone = new RowRun(roots);
                return alone.add(statement) ? blocked(alone) : descend(statement);
            }
            var result = new ArrayList<Stmt>();
            List<Stmt> steps = seq.steps();
            int at = 0;
            while (at < steps.size()) {
                var run = new RowRun(roots);
                var before = new ArrayList<Stmt>();
                int next = at;
                while (next < steps.size()) {
                    if (run.add(steps.get(next))) {
                        next++;
                    } else if (run.canPrecede(steps.get(next))) {
                        before.add(steps.get(next++));
                    } else {
                        break;
                    }
                }
                result.addAll(before);
                if (!run.isEmpty()) {
                    result.add(blocked(run));
                }
                if (next == at) {
                    result.add(descend(steps.get(next++)));
                }
                at = next;
            }
            return Seq.of(result, seq.origin());
        }

        private Stmt blocked(RowRun run) {
            return new RowBlocks(run, uses, names).steps(capacity);
        }
    }
}

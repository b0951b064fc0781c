package sectile.dist.algorithm;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-reduce on a binary tree of ranks: up to rank 0, and down again.
final class Tree implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Tree::run;
        return kernel.named("tree").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        exchange.batches(exchange.args().elements(), batch -> {
            Handle[] values = Segments.load(exchange, batch);
            upAndDown(exchange, values);
            Segments.store(exchange, batch, values);
        });
    }

    /// Replaces values by the combinations of every rank's.
    static void upAndDown(Exchange exchange, Handle[] values) {
        CollectiveArgs args = exchange.args();
        boolean left = 2 * args.rank() + 1 < args.world();
        boolean right = 2 * args.rank() + 2 < args.world();
        exchange.phase("up");
        for (int i = 0; i < values.length; i++) {
            long count = values[i].shape().elements();
            if (left) {
                values[i] = exchange.combine(values[i], exchange.take("child_left", count));
            }
            if (right) {
                values[i] = exchange.combine(values[i], exchange.take("child_right", count));
            }
            if (args.rank() > 0) {
                exchange.send("parent", values[i]);
            }
        }
        exchange.phase("down");
        for (int i = 0; i < values.length; i++) {
            if (args.rank() > 0) {
                values[i] = exchange.take("parent", values[i].shape().elements());
            }
            if (left) {
                exchange.send("child_left", values[i]);
            }
            if (right) {
                exchange.send("child_right", values[i]);
            }
        }
    }
}

package sectile.dist.algorithm;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-to-all without steps: every rank sends to all others, alternately to those after and before it, the nearest
/// first, and then receives from all. The links sort out the rest, and none of them waits for a slower one.
final class AllAtOnce implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_TO_ALL);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = AllAtOnce::run;
        return kernel.named("all_at_once").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        PartExchange parts = new PartExchange(exchange);
        parts.keepOwn();
        exchange.batches(parts.most(), batch -> {
            for (int i = 1; i < args.world(); i++) {
                parts.send(other(args, i), batch);
            }
            for (int i = 1; i < args.world(); i++) {
                parts.take(other(args, i), batch);
            }
        });
    }

    /// The ranks next to this one, 1 after, 1 before, 2 after, 2 before, …
    private static int other(CollectiveArgs args, int index) {
        int distance = Math.ceilDiv(index, 2);
        return Math.floorMod(args.rank() + (index % 2 == 1 ? distance : -distance), args.world());
    }
}

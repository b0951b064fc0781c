package sectile.dist.algorithm;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-to-all: in step s every rank sends to the rank s further on and receives from the one s before.
final class Pairwise implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_TO_ALL);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Pairwise::run;
        return kernel.named("pairwise").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        Parts parts = new Parts(0, args.elements(), args.world());
        for (int step = 0; step < args.world(); step++) {
            int to = (args.rank() + step) % args.world();
            int from = Math.floorMod(args.rank() - step, args.world());
            exchange.batches(parts.most(), batch -> {
                for (int i = 0; i < batch.segments(); i++) {
                    long start = parts.start(to) + batch.start(i);
                    if (to == args.rank()) {
                        exchange.store(start, exchange.load(start, batch.count(i)));
                    } else {
                        exchange.send(GroupTopologies.pair(to), exchange.load(start, batch.count(i)));
                    }
                }
                for (int i = 0; i < batch.segments() && from != args.rank(); i++) {
                    long start = parts.start(from) + batch.start(i);
                    exchange.store(start, exchange.take(GroupTopologies.pair(from), batch.count(i)));
                }
            });
        }
    }
}

package sectile.dist.algorithm;

import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Team;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// Broadcast and reduce along a ring that is cut before its root: segments follow each other closely.
final class Chain implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.BROADCAST, Collective.REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Chain::run;
        return kernel.named("chain").repeatable();
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings) {
        return List.of(collective.text());
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        boolean broadcast = args.extraText(0).equals(Collective.BROADCAST.text());
        // The root is first in a broadcast and last in a reduce.
        int position = Math.floorMod(args.rank() - args.root() - (broadcast ? 0 : 1), args.world());
        boolean first = position == 0;
        boolean last = position == args.world() - 1;
        exchange.batches(args.elements(), batch -> {
            for (int i = 0; i < batch.segments(); i++) {
                long start = batch.start(i);
                long count = batch.count(i);
                Handle value = first || !broadcast ? exchange.load(start, count) : exchange.take("W", count);
                if (!first && !broadcast) {
                    value = exchange.combine(value, exchange.take("W", count));
                }
                if (!last) {
                    exchange.send("E", value);
                }
                if (broadcast ? !first : last) {
                    exchange.store(start, value);
                }
            }
        });
    }
}

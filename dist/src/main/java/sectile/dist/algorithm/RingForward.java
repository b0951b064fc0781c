package sectile.dist.algorithm;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-reduce by a [ForwardRing] of all ranks.
final class RingForward implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = RingForward::run;
        return kernel.named("ring_forward").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        exchange.batches(args.elements(), batch -> {
            Handle[] own = Segments.load(exchange, batch);
            Segments.store(exchange, batch, ForwardRing.allReduce(exchange, "E", "W", args.rank(), args.world(), own));
        });
    }
}

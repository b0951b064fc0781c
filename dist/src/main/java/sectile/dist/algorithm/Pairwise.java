package sectile.dist.algorithm;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-to-all: in step s every rank exchanges with the rank s after it and with the one s before it, so that on a ring
/// both ways round are busy.
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
        PartExchange parts = new PartExchange(exchange);
        parts.keepOwn();
        for (int step = 1; 2 * step <= args.world(); step++) {
            exchange.step("step", step);
            int after = (args.rank() + step) % args.world();
            int before = Math.floorMod(args.rank() - step, args.world());
            exchange.batches(parts.most(), batch -> {
                parts.send(after, batch);
                if (before != after) {
                    parts.send(before, batch);
                    parts.take(before, batch);
                }
                parts.take(after, batch);
            });
        }
    }
}

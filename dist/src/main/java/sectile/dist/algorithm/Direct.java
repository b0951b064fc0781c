package sectile.dist.algorithm;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// From one rank to another: rank 0 of a group of two sends, rank 1 receives.
final class Direct implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.SEND_RECV);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Direct::run;
        return kernel.named("direct").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        boolean sends = exchange.args().rank() == 0;
        exchange.batches(exchange.args().elements(), batch -> {
            for (int i = 0; i < batch.segments(); i++) {
                if (sends) {
                    exchange.send("E", exchange.load(batch.start(i), batch.count(i)));
                } else {
                    exchange.store(batch.start(i), exchange.take("W", batch.count(i)));
                }
            }
        });
    }
}

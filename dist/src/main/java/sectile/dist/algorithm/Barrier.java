package sectile.dist.algorithm;

import java.util.Set;
import sectile.base.array.Shape;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// No rank continues until all ranks have arrived: one element up a tree and down again, without touching memory.
final class Barrier implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.BARRIER);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Barrier::run;
        return kernel.named("barrier").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        Tree.upAndDown(
                exchange, new Handle[] {tl.zeros(Shape.of(1), exchange.args().dtype())});
    }
}

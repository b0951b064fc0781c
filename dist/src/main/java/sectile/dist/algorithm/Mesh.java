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

/// All-reduce on a rectangle of ranks: a [ForwardRing] along each row, then one along each column.
final class Mesh implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Mesh::run;
        return kernel.named("mesh").repeatable();
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings) {
        return List.of((long) team.rowLength("algorithm `" + settings.name() + "`"));
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        int columns = args.extraInt(0);
        int rows = args.world() / columns;
        int column = args.rank() % columns;
        int row = args.rank() / columns;
        exchange.batches(args.elements(), batch -> {
            Handle[] own = Segments.load(exchange, batch);
            Handle[] ofRow = ForwardRing.allReduce(exchange, "E", "W", column, columns, own);
            Segments.store(exchange, batch, ForwardRing.allReduce(exchange, "S", "N", row, rows, ofRow));
        });
    }
}

package sectile.dist.algorithm;

import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-reduce of every PE in three levels: inside each cube to PE 0, among the cubes of a SIP to cube 0, among
/// SIPs to rank 0; then back the same way. A level of one member is skipped.
final class Hierarchical implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Combination combination() {
        return Combination.PARTICIPANTS;
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Hierarchical::run;
        return kernel.named("hierarchical").repeatable();
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings) {
        return List.of((long) team.machine().pesPerCube(), (long) team.machine().cubes());
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        Place place = tl.place();
        Levels pes = new Levels(exchange, place.pe(), args.extraInt(0), "E", "W");
        Levels cubes = new Levels(exchange, place.cube(), args.extraInt(1), "S", "N");
        Levels sips = new Levels(exchange, args.rank(), args.world(), "global_E", "global_W");
        boolean ofCube = place.pe() == 0;
        boolean ofSip = ofCube && place.cube() == 0;
        exchange.batches(args.elements(), batch -> {
            Handle[] values = Segments.load(exchange, batch);
            exchange.phase("collect");
            for (int i = 0; i < values.length; i++) {
                values[i] = pes.collect(values[i]);
                values[i] = ofCube ? cubes.collect(values[i]) : values[i];
                values[i] = ofSip ? sips.collect(values[i]) : values[i];
            }
            exchange.phase("hand out");
            for (int i = 0; i < values.length; i++) {
                values[i] = ofSip ? sips.handOut(values[i]) : values[i];
                values[i] = ofCube ? cubes.handOut(values[i]) : values[i];
                values[i] = pes.handOut(values[i]);
            }
            Segments.store(exchange, batch, values);
        });
    }
}

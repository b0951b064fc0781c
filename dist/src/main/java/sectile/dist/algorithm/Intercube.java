package sectile.dist.algorithm;

import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclErrors;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-reduce of one PE per cube: along the rows of the cube mesh to the root's column, along that column to
/// the root cube, between the roots of all SIPs, and back.
final class Intercube implements Algorithm {
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
        Kernel kernel = Intercube::run;
        return kernel.named("intercube").repeatable();
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        InterSip interSip = InterSip.of(team, settings);
        return CubeWiring.of(team, mapper, interSip.rowLength(team, settings), interSip != InterSip.MESH);
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings) {
        int cubes = team.machine().cubes();
        int root = settings.rootCube().orElse(cubes - 1);
        if (root >= cubes) {
            throw CclErrors.badRootCube(settings, root, cubes);
        }
        InterSip interSip = InterSip.of(team, settings);
        return List.of(
                (long) team.machine().cubeMesh().w(),
                (long) team.machine().cubeMesh().h(),
                (long) root,
                interSip.name(),
                (long) interSip.rowLength(team, settings));
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        int width = args.extraInt(0);
        int height = args.extraInt(1);
        int rootX = args.extraInt(2) % width;
        int rootY = args.extraInt(2) / width;
        InterSip interSip = InterSip.valueOf(args.extraText(3));
        int rowLength = args.extraInt(4);
        int x = tl.place().cube() % width;
        int y = tl.place().cube() / width;
        Line row = new Line(exchange, x, width, rootX, "E", "W");
        Line column = new Line(exchange, y, height, rootY, "S", "N");
        boolean inColumn = x == rootX;
        boolean isRoot = inColumn && y == rootY;
        exchange.batches(args.elements(), batch -> {
            Handle[] values = Segments.load(exchange, batch);
            exchange.phase("collect");
            for (int i = 0; i < values.length; i++) {
                values[i] = row.collect(values[i]);
                values[i] = inColumn ? column.collect(values[i]) : values[i];
                values[i] = isRoot ? interSip.combine(exchange, rowLength, values[i]) : values[i];
            }
            exchange.phase("hand out");
            for (int i = 0; i < values.length; i++) {
                values[i] = inColumn ? column.handOut(values[i]) : values[i];
                values[i] = row.handOut(values[i]);
            }
            Segments.store(exchange, batch, values);
        });
    }
}

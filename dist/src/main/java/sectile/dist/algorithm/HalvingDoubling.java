package sectile.dist.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-reduce by recursive halving and doubling: half the array is exchanged with one partner, a quarter with
/// the next, …, until each corner of the [Hypercube] has one part of the result; then the same backwards. The nearest
/// partner comes first, so that little goes far.
final class HalvingDoubling implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = HalvingDoubling::run;
        return kernel.named("halving_doubling").repeatable();
    }

    private static void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        new Lanes(exchange).run(List.of(schedule(args.rank(), args.world(), args.elements())));
    }

    static List<Move> schedule(int rank, int world, long elements) {
        Hypercube cube = new Hypercube(world);
        List<Move> moves = new ArrayList<>();
        if (!cube.isCorner(rank)) {
            moves.add(Move.send(Hypercube.FOLD, 0, elements));
            moves.add(Move.take(Hypercube.FOLD, 0, elements, false));
            return moves;
        }
        if (cube.isPaired(rank)) {
            moves.add(Move.take(Hypercube.FOLD, 0, elements, true));
        }
        moves.addAll(halves(cube, rank, elements));
        if (cube.isPaired(rank)) {
            moves.add(Move.send(Hypercube.FOLD, 0, elements));
        }
        return moves;
    }

    private static List<Move> halves(Hypercube cube, int rank, long elements) {
        List<Move> down = new ArrayList<>();
        List<Move> up = new ArrayList<>();
        long start = 0;
        long count = elements;
        for (int d = 0; d < cube.dimensions(); d++) {
            Parts halves = new Parts(start, count, 2);
            int kept = cube.corner(rank) >> d & 1;
            int given = 1 - kept;
            String axis = Hypercube.axis(d);
            down.add(new Move(
                    axis,
                    halves.start(given),
                    halves.count(given),
                    axis,
                    halves.start(kept),
                    halves.count(kept),
                    true));
            up.addFirst(new Move(
                    axis,
                    halves.start(kept),
                    halves.count(kept),
                    axis,
                    halves.start(given),
                    halves.count(given),
                    false));
            start = halves.start(kept);
            count = halves.count(kept);
        }
        down.addAll(up);
        return down;
    }
}

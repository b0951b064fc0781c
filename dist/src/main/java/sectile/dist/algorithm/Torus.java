package sectile.dist.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Team;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// All-reduce on a rectangle of ranks that keeps all four links of each busy. The array is cut into quarters; each
/// is reduce-scattered along one axis, then along the other, and gathered back. Two quarters begin with rows,
/// one going east and one west, two with columns, one going south and one north, so that no two ever use the
/// same link.
final class Torus implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = Torus::run;
        return kernel.named("torus").repeatable();
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
        Parts quarters = new Parts(0, args.elements(), 4);
        int column = args.rank() % columns;
        int row = args.rank() / columns;
        Axis east = new Axis("E", "W", column, columns);
        Axis west = new Axis("W", "E", columns - 1 - column, columns);
        Axis south = new Axis("S", "N", row, rows);
        Axis north = new Axis("N", "S", rows - 1 - row, rows);
        new Lanes(exchange)
                .run(List.of(
                        quarter(quarters, 0, east, south),
                        quarter(quarters, 1, west, north),
                        quarter(quarters, 2, south, east),
                        quarter(quarters, 3, north, west)));
    }

    /// A ring in which a rank is at some position and sends to the next.
    private record Axis(String to, String from, int position, int size) {
        /// Steps in which parts travel around the ring; the part of the next position is complete here at the end.
        List<Move> pass(Parts parts, int first, boolean reduce) {
            List<Move> moves = new ArrayList<>();
            for (int step = 0; step < size - 1; step++) {
                int given = Math.floorMod(first - step, size);
                int taken = Math.floorMod(first - step - 1, size);
                moves.add(new Move(
                        to,
                        parts.start(given),
                        parts.count(given),
                        from,
                        parts.start(taken),
                        parts.count(taken),
                        reduce));
            }
            return moves;
        }

        int complete() {
            return (position + 1) % size;
        }
    }

    private static List<Move> quarter(Parts quarters, int index, Axis one, Axis two) {
        Parts outer = new Parts(quarters.start(index), quarters.count(index), one.size());
        Parts inner = new Parts(outer.start(one.complete()), outer.count(one.complete()), two.size());
        List<Move> moves = new ArrayList<>();
        moves.addAll(one.pass(outer, one.position(), true));
        moves.addAll(two.pass(inner, two.position(), true));
        moves.addAll(two.pass(inner, two.complete(), false));
        moves.addAll(one.pass(outer, one.complete(), false));
        return moves;
    }
}

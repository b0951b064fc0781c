package sectile.dist.best;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// Carries out what a schedule says for a rank.
final class ScheduleKernel implements Kernel {
    private final Schedule schedule;
    /// By rank and piece, how often its value is sent; the last time it is let go.
    private final List<int[]> uses;

    ScheduleKernel(Schedule schedule) {
        this.schedule = schedule;
        this.uses = schedule.programs().stream()
                .map(program -> uses(program, schedule.pieces().size()))
                .toList();
    }

    private static int[] uses(long[] program, int pieces) {
        int[] uses = new int[pieces];
        for (long step : program) {
            switch (Schedule.action(step)) {
                case SEND_UP, SEND_DOWN, KEEP -> uses[Schedule.piece(step)]++;
                case TAKE_UP, TAKE_DOWN -> {}
            }
        }
        return uses;
    }

    Schedule schedule() {
        return schedule;
    }

    @Override
    public String name() {
        return "best";
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public void run(Tl tl, KernelArgs arguments) {
        CollectiveArgs args = CollectiveArgs.of(arguments);
        new Run(tl, args).run();
    }

    /// One rank's run.
    private final class Run {
        private final Tl tl;
        private final CollectiveArgs args;
        private final int rank;
        private final @Nullable Handle[] held;
        private final int[] left;
        private final int[] missing;
        private Shape shape = Shape.of(0);

        Run(Tl tl, CollectiveArgs args) {
            this.tl = tl;
            this.args = args;
            this.rank = args.rank();
            this.held = new Handle[schedule.pieces().size()];
            this.left = uses.get(rank).clone();
            this.missing = new int[held.length];
        }

        void run() {
            long[] program = schedule.programs().get(rank);
            if (schedule.flow().up()) {
                for (long step : program) {
                    missing[Schedule.piece(step)] += Schedule.action(step) == Schedule.Action.TAKE_UP ? 1 : 0;
                }
            }
            for (long step : program) {
                int piece = Schedule.piece(step);
                int arc = Schedule.arc(step);
                switch (Schedule.action(step)) {
                    case SEND_UP, SEND_DOWN -> send(piece, arc);
                    case TAKE_UP -> takeUp(piece, arc);
                    case TAKE_DOWN -> takeDown(piece, arc);
                    case KEEP -> keep(piece);
                }
            }
        }

        private void keep(int number) {
            if (args.output() != args.pointer()) {
                tl.store(output(schedule.pieces().get(number)), use(number));
            }
        }

        /// The value of a piece, which is let go after its last use.
        private Handle use(int number) {
            Handle value = held[number];
            if (value == null) {
                value = load(schedule.pieces().get(number));
            }
            held[number] = --left[number] > 0 ? value : null;
            return value;
        }

        private void send(int number, int arc) {
            tl.send(schedule.network().arc(arc).direction(), use(number));
        }

        private void takeUp(int number, int arc) {
            Piece piece = schedule.pieces().get(number);
            Handle mine = held[number];
            if (mine == null) {
                mine = load(piece);
            }
            Handle sum = args.op().combine(tl, mine, take(piece, arc));
            missing[number]--;
            boolean root = schedule.trees().get(piece.tree()).root() == rank;
            if (root && missing[number] == 0) {
                tl.store(output(piece), sum);
            }
            held[number] = missing[number] > 0 || left[number] > 0 ? sum : null;
        }

        private void takeDown(int number, int arc) {
            Piece piece = schedule.pieces().get(number);
            Handle value = take(piece, arc);
            tl.store(output(piece), value);
            held[number] = left[number] > 0 ? value : null;
        }

        private Handle take(Piece piece, int arc) {
            // The queue to this rank has at this end the name of the one back.
            TeamNetwork network = schedule.network();
            String direction = network.arc(network.arc(arc).back()).direction();
            return tl.take(direction, shape(piece), args.dtype());
        }

        private Handle load(Piece piece) {
            DType dtype = args.dtype();
            return tl.load(args.pointer() + dtype.bytesFor(piece.input()), shape(piece), dtype);
        }

        private long output(Piece piece) {
            return args.output() + args.dtype().bytesFor(piece.output());
        }

        private Shape shape(Piece piece) {
            if (shape.elements() != piece.count()) {
                shape = Shape.of(piece.count());
            }
            return shape;
        }
    }
}

package sectile.dist.best;

import java.util.List;

/// Lets every rank follow a program, as its kernel does: it waits for what comes next, whatever else there is.
final class AsWritten implements Chooser {
    private final List<long[]> programs;
    /// By rank, how many steps it has begun.
    private final int[] begun;

    AsWritten(List<long[]> programs) {
        this.programs = programs;
        this.begun = new int[programs.size()];
    }

    @Override
    public void ready(Message message) {}

    @Override
    public long next(int rank, Play play) {
        long[] program = programs.get(rank);
        if (begun[rank] == program.length) {
            return NOTHING;
        }
        long step = program[begun[rank]];
        boolean can = switch (Schedule.action(step)) {
            case SEND_UP, SEND_DOWN -> play.hasSlot(Schedule.arc(step));
            case TAKE_UP, TAKE_DOWN -> play.taking(rank).contains(Schedule.arc(step));
            case KEEP -> true;
        };
        if (!can) {
            return NOTHING;
        }
        begun[rank]++;
        return step;
    }
}

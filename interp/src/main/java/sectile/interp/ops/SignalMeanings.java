package sectile.interp.ops;

import java.util.Arrays;
import java.util.Objects;
import sectile.base.array.NdArray;
import sectile.interp.machine.Core;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.WaitCmp;

/// Signals to peers, and waits for those of peers.
final class SignalMeanings {
    private SignalMeanings() {}

    /// A signal cell as a token of order between fibers.
    private record Cell(Memory memory, long offset) {}

    static Meaning of(Semantics.Signal signal) {
        return switch (signal) {
            case NOTIFY -> Meaning.reporting(SignalMeanings::notify);
            case WAIT ->
                Meaning.reporting(args -> {
                    waiting(args).run();
                    return Meaning.NOTHING;
                });
            case WAIT_AT_END ->
                Meaning.reporting(args -> {
                    args.core().deferred().add(waiting(args));
                    return Meaning.NOTHING;
                });
        };
    }

    private static NdArray cell(Args args, Data signal) {
        long[] ones = new long[signal.rank()];
        Arrays.fill(ones, 1);
        return Parts.block(args, signal.array(), args.list("offsets"), ones);
    }

    private static Object notify(Args args) {
        Core core = args.core();
        Data signal = Ranks.of(args, args.data("target"), args.integer("peer"));
        NdArray cell = cell(args, signal);
        var token = new Cell(Objects.requireNonNull(signal.memory()), cell.offset());
        long value = args.integer("value");
        boolean add = args.symbol("op", NotifyOp.class) == NotifyOp.ATOMIC_ADD;
        core.signals(signal, cell, token, () -> {
            cell.setLongAt(0, add ? cell.getLongAt(0) + value : value);
            core.wrote(signal);
        });
        return Meaning.NOTHING;
    }

    /// The wait of a call, to be done now or at the end of the task.
    private static Runnable waiting(Args args) {
        Core core = args.core();
        Data signal = args.data("signal");
        NdArray cell = cell(args, signal);
        long expected = args.integer("expected");
        boolean exactly = args.symbol("cmp", WaitCmp.class) == WaitCmp.EQ;
        long[] offsets = args.list("offsets");
        Memory memory = Objects.requireNonNull(signal.memory());
        return () -> {
            core.await(
                    memory.writes(),
                    () -> exactly ? cell.getLongAt(0) == expected : cell.getLongAt(0) >= expected,
                    () -> "until " + memory + " " + Arrays.toString(offsets) + (exactly ? " == " : " >= ") + expected
                            + "; it is " + cell.getLongAt(0));
            core.polls(signal, cell);
            core.machine().observer().acquired(core.actor(), new Cell(memory, cell.offset()), core.span());
        };
    }
}

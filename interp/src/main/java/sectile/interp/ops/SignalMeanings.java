package sectile.interp.ops;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import sectile.base.array.NdArray;
import sectile.base.observe.Region;
import sectile.base.observe.Wait;
import sectile.interp.machine.Core;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.WaitCmp;

/// Signals to peers, and waits for those of peers.
final class SignalMeanings {
    private SignalMeanings() {}

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

    private static NdArray cell(Args args, Data signal, String offsets) {
        long[] ones = new long[signal.rank()];
        Arrays.fill(ones, 1);
        return Parts.block(args, signal.array(), args.list(offsets), ones);
    }

    /// The signal of a put whose data is there. What the core wrote before the put may still be in flight.
    static void arrived(Args args) {
        args.core().machine().transfers().order(args.core());
        Data signal = Ranks.of(args, args.data("signal"), args.integer("peer"));
        change(
                args,
                signal,
                cell(args, signal, "cell"),
                args.has("value") ? args.integer("value") : 1,
                args.symbol("signal_op", NotifyOp.class) == NotifyOp.ATOMIC_ADD);
    }

    private static Object notify(Args args) {
        Data signal = Ranks.of(args, args.data("target"), args.integer("peer"));
        change(
                args,
                signal,
                cell(args, signal, "offsets"),
                args.integer("value"),
                args.symbol("op", NotifyOp.class) == NotifyOp.ATOMIC_ADD);
        return Meaning.NOTHING;
    }

    private static void change(Args args, Data signal, NdArray cell, long value, boolean add) {
        Core core = args.core();
        core.signals(signal, cell, add, add ? "added " + value + " to it" : "set it to " + value, () -> {
            cell.setLongAt(0, add ? cell.getLongAt(0) + value : value);
            core.wrote(signal);
        });
    }

    /// The wait of a call, to be done now or at the end of the task.
    private static Runnable waiting(Args args) {
        Core core = args.core();
        Data signal = args.data("signal");
        NdArray cell = cell(args, signal, "offsets");
        long expected = args.integer("expected");
        boolean exactly = args.symbol("cmp", WaitCmp.class) == WaitCmp.EQ;
        long[] offsets = args.list("offsets");
        Memory memory = Objects.requireNonNull(signal.memory());
        Region region = Region.of(memory, cell);
        return () -> core.awaits(
                signal,
                cell,
                () -> exactly ? cell.getLongAt(0) == expected : cell.getLongAt(0) >= expected,
                () -> new Wait.Cell(
                        region,
                        memory + " " + Arrays.toString(offsets),
                        exactly ? "==" : ">=",
                        expected,
                        cell.getLongAt(0),
                        memory.lastSignal(region.start()),
                        List.copyOf(memory.senders(region.start()))));
    }
}

package sectile.interp.ops;

import java.util.Arrays;
import java.util.Objects;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.machine.Core;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.ir.AtomicType;
import sectile.ir.NotifyOp;
import sectile.ir.WaitCmp;

/// Signals to peers, and reads and writes of their windows. Every write is visible at once, so data written
/// before a signal is there when the signal is.
final class RemoteMeanings {
    private RemoteMeanings() {}

    /// A signal cell as a token of order between fibers.
    private record Cell(Memory memory, long offset) {}

    static void into(Book all) {
        all.precise("pld.system.notify", RemoteMeanings::notify);
        all.precise("pld.system.wait", args -> {
            waiting(args).run();
            return Meaning.NOTHING;
        });
        all.precise("pld.system.defer_wait", args -> {
            args.core().deferred().add(waiting(args));
            return Meaning.NOTHING;
        });
        all.precise("pld.tile.remote_load", RemoteMeanings::load);
        for (String level : new String[] {"tile", "tensor"}) {
            String source = level.equals("tile") ? "tile" : "src";
            all.precise("pld." + level + ".remote_store", args -> store(args, args.data(source)));
            all.precise("pld." + level + ".put", args -> {
                Data target = Ranks.of(args, args.data("dst"), args.integer("peer"));
                transfer(args, target, args.data("src"), args.symbol("atomic", AtomicType.class));
                return args.data("dst");
            });
            all.precise("pld." + level + ".get", args -> {
                transfer(
                        args,
                        args.data("dst"),
                        Ranks.of(args, args.data("src"), args.integer("peer")),
                        AtomicType.NONE);
                return args.data("dst");
            });
        }
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

    private static Data load(Args args) {
        Data source = Ranks.of(args, args.data("target"), args.integer("peer"));
        long[] offsets = args.list("offsets");
        long[] shape = args.list("shape");
        long[] valid = args.has("valid_shape") ? args.list("valid_shape") : shape;
        if (args.flag("allow_physical_tail_padding")) {
            valid = Parts.clamped(source.array(), offsets, valid);
        }
        return MovementMeanings.loaded(args, source, offsets, shape, valid);
    }

    private static Data store(Args args, Data source) {
        Data target = Ranks.of(args, args.data("target"), args.integer("peer"));
        NdArray values = Parts.valid(source);
        args.core().reads(source, values);
        long[] extents = Parts.widened(args, values.shape().toArray(), target.rank());
        NdArray part = Parts.block(args, target.array(), args.list("offsets"), extents);
        Parts.write(
                args, target, part, Parts.reshaped(values, Shape.of(extents)), args.symbol("atomic", AtomicType.class));
        return args.data("target");
    }

    private static void transfer(Args args, Data target, Data source, AtomicType atomic) {
        long[] extents = args.has("shape") ? args.list("shape") : target.shape().toArray();
        long[] to = args.has("dst_off") ? args.list("dst_off") : Parts.zeros(target.rank());
        long[] from = args.has("src_off") ? args.list("src_off") : Parts.zeros(source.rank());
        NdArray values = Parts.block(args, source.array(), from, extents);
        args.core().reads(source, values);
        Parts.write(args, target, Parts.block(args, target.array(), to, extents), values, atomic);
    }
}

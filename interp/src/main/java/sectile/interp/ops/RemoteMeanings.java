package sectile.interp.ops;

import java.util.function.Consumer;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.machine.Transfers;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.AtomicType;

/// Reads and writes of peers' windows. Every write is visible at once, so data written before a signal is there
/// when the signal is.
final class RemoteMeanings {
    private RemoteMeanings() {}

    static Meaning of(Semantics.Access access) {
        return switch (access) {
            case LOAD -> Meaning.reporting(RemoteMeanings::load);
            case STORE -> Meaning.reporting(args -> store(args, args.data(0)));
            case PUT ->
                Meaning.reporting(args -> {
                    Data target = Ranks.of(args, args.data("dst"), args.integer("peer"));
                    started(args, Transfers.Way.OUT, own -> {
                        transfer(own, target, args.data("src"), args.symbol("atomic", AtomicType.class));
                        if (args.has("signal")) {
                            SignalMeanings.arrived(own);
                        }
                    });
                    return args.data("dst");
                });
            case GET ->
                Meaning.reporting(args -> {
                    Data source = Ranks.of(args, args.data("src"), args.integer("peer"));
                    started(args, Transfers.Way.IN, own -> transfer(own, args.data("dst"), source, AtomicType.NONE));
                    return args.data("dst");
                });
        };
    }

    /// A transfer is done by the core; by itself if the core does not wait for it, or if it signals, because that
    /// orders nothing but its own data.
    private static void started(Args args, Transfers.Way way, Consumer<Args> transfer) {
        Transfers transfers = args.core().machine().transfers();
        if (!args.flag("wait")) {
            transfers.start(args.core(), way, engine -> transfer.accept(args.by(engine)));
        } else if (args.takes("signal") && args.has("signal")) {
            transfers.perform(args.core(), way, engine -> transfer.accept(args.by(engine)));
        } else {
            transfer.accept(args);
        }
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

package sectile.interp.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.base.number.BinaryFunction;
import sectile.interp.machine.Core;
import sectile.interp.machine.Meeting;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.interp.value.Window;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.ReduceOp;

/// Operations that every rank of a group takes part in: all meet, the last to come moves the data, all continue.
/// Reductions are calculated in the order of ranks. A part is one of as many equal pieces as there are ranks,
/// in row-major order.
///
/// Signal cells that a lowering uses are back at their old value when a collective is over, so they are not
/// touched.
final class CollectiveMeanings {
    private CollectiveMeanings() {}

    /// Moves data between the operands of all ranks.
    private interface Exchange {
        void run(List<Args> ranks);
    }

    static Meaning of(Semantics.Collective collective) {
        return switch (collective) {
            case ALL_REDUCE -> meeting(collective, CollectiveMeanings::allReduce);
            case BARRIER -> meeting(collective, ranks -> {});
            case BROADCAST -> meeting(collective, CollectiveMeanings::broadcast);
            case REDUCE_SCATTER -> meeting(collective, CollectiveMeanings::reduceScatter);
            case ALL_GATHER -> meeting(collective, CollectiveMeanings::allGather);
            case ALL_TO_ALL -> meeting(collective, CollectiveMeanings::allToAll);
            case ALL_TO_ALL_COUNTED -> meeting(collective, CollectiveMeanings::allToAllCounted);
        };
    }

    /// The result is the window that the op writes.
    private static Meaning meeting(Semantics.Collective collective, Exchange exchange) {
        return Meaning.reporting(args -> {
            Core core = args.core();
            Data window = args.data(args.call().op().reuses());
            if (core.kind() == Core.Kind.HOST) {
                List<Integer> devices =
                        Ranks.devices(core, Ranks.peers(args, window).window());
                core.machine()
                        .calls()
                        .everywhere(core, devices, args.op(), on -> meet(args.on(on), window, collective, exchange));
            } else {
                meet(args, window, collective, exchange);
            }
            return window;
        });
    }

    private record Place(String op, Window window, long offset, long block) {
        @Override
        public String toString() {
            return op + " " + window.key() + " " + offset + " " + block;
        }
    }

    private static void meet(Args args, Data onHost, Semantics.Collective collective, Exchange exchange) {
        Core core = args.core();
        core.machine().scheduler().pause();
        Window window = Ranks.peers(args, onHost).window();
        int rank = Ranks.rank(args, window);
        List<Integer> devices = Ranks.devices(core, window);
        int ranks = devices.size();
        core.begins();
        devices.forEach(core::reaches);
        signalled(args, ranks);
        announce(args);
        var place = new Place(args.op(), window, onHost.array().offset(), core.blockIndex());
        Meeting meeting = core.machine().collective(place);
        String name = args.call().op().surface();
        meeting.meet(core, rank, ranks, args, brought -> moved(brought, exchange), name);
        if (core.machine().platform().isTimed()) {
            var traffic = new CollectiveTraffic(args, collective, rank, Ranks.devices(core, window));
            traffic.gather();
            if (collective != Semantics.Collective.BARRIER) {
                // Nothing is overwritten before all ranks have read it.
                meeting.meet(core, rank, ranks, null, brought -> null, name);
                traffic.write();
            }
        }
    }

    /// The lowered form counts what each rank sent in a cell of its own, for every block.
    private static void signalled(Args args, int ranks) {
        if (args.call().op().findOperand("signal").isPresent() && args.has("signal")) {
            long cells = args.array("signal").elements();
            long needed = ranks * (args.core().blockIndex() + 1);
            if (cells < needed) {
                throw args.error(
                        ExecCode.OUT_OF_BOUNDS,
                        "the signal has " + cells + (cells == 1 ? " cell" : " cells") + ", " + args.op() + " on "
                                + ranks + " ranks needs " + needed,
                        "a signal has one INT32 cell for every rank, and for every block of a launch");
            }
        }
    }

    private static @Nullable Object moved(List<@Nullable Object> brought, Exchange exchange) {
        var ranks = new ArrayList<Args>();
        for (Object one : brought) {
            ranks.add((Args) Objects.requireNonNull(one));
        }
        exchange.run(ranks);
        for (Args args : ranks) {
            for (String operand : List.of("target", "recv_counts")) {
                if (args.call().op().findOperand(operand).isPresent() && args.has(operand)) {
                    args.core().wrote(args.data(operand));
                }
            }
        }
        return null;
    }

    /// What a rank brings is read and written by the last rank to arrive.
    private static void announce(Args args) {
        for (String operand : List.of("input", "send_counts", "target", "recv_counts")) {
            if (args.call().op().findOperand(operand).isPresent()) {
                Data data = args.data(operand);
                Memory memory = data.memory();
                if (memory != null && (operand.equals("input") || operand.equals("send_counts"))) {
                    args.core().willRead(data, data.array());
                } else if (memory != null) {
                    args.core().willWrite(data, data.array());
                }
            }
        }
    }

    private static NdArray reduction(List<Args> ranks) {
        BinaryFunction function = switch (ranks.getFirst().symbol("op", ReduceOp.class)) {
            case SUM -> BinaryFunction.ADD;
            case MAX -> BinaryFunction.MAXIMUM;
            case MIN -> BinaryFunction.MINIMUM;
            case PROD -> BinaryFunction.MUL;
        };
        NdArray total = ranks.getFirst().array("target").copy();
        for (int i = 1; i < ranks.size(); i++) {
            total = ArrayMath.binary(function, total, ranks.get(i).array("target"), total.shape());
        }
        return total;
    }

    private static void allReduce(List<Args> ranks) {
        NdArray total = reduction(ranks);
        ranks.forEach(args -> args.array("target").assign(total));
    }

    private static void broadcast(List<Args> ranks) {
        Args first = ranks.getFirst();
        long root = first.number("root");
        if (root < 0 || root >= ranks.size()) {
            throw first.error(
                    ExecCode.NO_SUCH_DEVICE, "there is no root " + root + " among " + ranks.size() + " ranks", "");
        }
        NdArray value = ranks.get((int) root).array("target").copy();
        ranks.forEach(args -> args.array("target").assign(value));
    }

    static NdArray part(Args args, NdArray whole, int index, int parts) {
        long elements = whole.elements();
        if (elements % parts != 0) {
            throw args.error(
                    ExecCode.SHAPES_DIFFER, whole.shape() + " cannot be divided among " + parts + " ranks", "");
        }
        long size = elements / parts;
        if (!whole.isContiguous()) {
            throw args.error(ExecCode.SHAPES_DIFFER, "a window of a collective must be contiguous", "");
        }
        return whole.reshape(Shape.of(elements)).slice(0, index * size, (index + 1) * size);
    }

    private static void reduceScatter(List<Args> ranks) {
        NdArray total = reduction(ranks);
        for (int i = 0; i < ranks.size(); i++) {
            Args args = ranks.get(i);
            part(args, args.array("target"), i, ranks.size()).assign(part(args, total, i, ranks.size()));
        }
    }

    private static List<NdArray> inputs(List<Args> ranks) {
        return ranks.stream().map(args -> args.array("input").copy()).toList();
    }

    private static void allGather(List<Args> ranks) {
        List<NdArray> inputs = inputs(ranks);
        for (Args args : ranks) {
            for (int i = 0; i < inputs.size(); i++) {
                NdArray part = part(args, args.array("target"), i, inputs.size());
                NdArray input = inputs.get(i);
                if (part.elements() != input.elements()) {
                    throw args.error(
                            ExecCode.SHAPES_DIFFER,
                            "the target has room for " + part.elements() + " elements of a rank, which gives "
                                    + input.elements(),
                            "");
                }
                part.assign(input.reshape(Shape.of(input.elements())));
            }
        }
    }

    private static void allToAll(List<Args> ranks) {
        List<NdArray> inputs = inputs(ranks);
        int count = ranks.size();
        for (int to = 0; to < count; to++) {
            Args args = ranks.get(to);
            for (int from = 0; from < count; from++) {
                part(args, args.array("target"), from, count).assign(part(args, inputs.get(from), to, count));
            }
        }
    }

    /// Part r of an input has room for all rows that may go to rank r; only the counted ones do.
    private static void allToAllCounted(List<Args> ranks) {
        List<NdArray> inputs = inputs(ranks);
        int count = ranks.size();
        for (int to = 0; to < count; to++) {
            Args args = ranks.get(to);
            for (int from = 0; from < count; from++) {
                NdArray source = part(args, inputs.get(from), to, count);
                long rows = inputs.get(from).shape().dim(0) / count;
                long sent = ranks.get(from).array("send_counts").getLongAt(to);
                if (sent < 0 || sent > rows) {
                    throw args.error(
                            ExecCode.OUT_OF_BOUNDS,
                            "rank " + from + " sends " + sent + " rows to rank " + to + ", there is room for " + rows,
                            "");
                }
                long elements = rows == 0 ? 0 : source.elements() / rows * sent;
                part(args, args.array("target"), from, count)
                        .slice(0, 0, elements)
                        .assign(source.slice(0, 0, elements));
                args.array("recv_counts").setLongAt(from, sent);
            }
        }
    }
}

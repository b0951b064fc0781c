package sectile.dist.ccl;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.sim.kernel.KernelArgs;

/// What the kernel of every collective is told, in the order of its arguments.
///
/// @param pointer this PE's part of the input
/// @param elements in it
/// @param output where the result goes; the same as `pointer` for collectives in place
/// @param rank of this PE's SIP in the group, of `world`
/// @param segment how many elements fit a slot: no payload is larger
/// @param window how many payloads a ring holds: a kernel may be that many sends ahead of its receives
/// @param root the rank that broadcasts, reduces or sends, else 0
/// @param extra what the algorithm added
public record CollectiveArgs(
        long pointer,
        long elements,
        long output,
        DType dtype,
        ReduceOp op,
        int rank,
        int world,
        int segment,
        int window,
        int root,
        List<Object> extra) {
    private static final int FIXED = 10;

    /// Reads the arguments of a launch. Output 0 means in place.
    public static CollectiveArgs of(KernelArgs args) {
        long pointer = args.pointer(0);
        long output = args.pointer(2);
        return new CollectiveArgs(
                pointer,
                args.integer(1),
                output == 0 ? pointer : output,
                DType.parse(args.text(3)).orElseThrow(),
                ReduceOp.parse(args.text(4)).orElseThrow(),
                (int) args.integer(5),
                (int) args.integer(6),
                (int) args.integer(7),
                (int) args.integer(8),
                (int) args.integer(9),
                args.values().subList(FIXED, args.size()));
    }

    /// All arguments, for a launch.
    public KernelArgs toArgs() {
        List<Object> values = new ArrayList<>();
        values.add(pointer);
        values.add(elements);
        values.addAll(afterInput().values());
        return new KernelArgs(values);
    }

    /// All arguments but the first two, which a functional run adds itself.
    public KernelArgs afterInput() {
        List<Object> values = new ArrayList<>(List.of(
                output == pointer ? 0L : output,
                dtype.text(),
                op.text(),
                (long) rank,
                (long) world,
                (long) segment,
                (long) window,
                (long) root));
        values.addAll(extra);
        return new KernelArgs(values);
    }

    /// Further argument `index` as an integer.
    public int extraInt(int index) {
        if (extra.get(index) instanceof Long value) {
            return Math.toIntExact(value);
        }
        throw new IllegalArgumentException("argument " + index + " is " + extra.get(index) + ", not an integer");
    }

    /// Further argument `index` as text.
    public String extraText(int index) {
        return String.valueOf(extra.get(index));
    }
}

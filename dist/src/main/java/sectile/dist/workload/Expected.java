package sectile.dist.workload;

import java.util.HashMap;
import java.util.Map;
import sectile.base.array.NdArray;

/// What a collective must give, computed from the [Inputs] without the simulator.
///
/// The combination of all participants is the same for all ranks and computed once; of inputs that are only moved, no
/// more is computed at a time than is asked for.
final class Expected {
    private final CollectiveWorkload workload;
    private final Inputs inputs;
    private final int arrays;
    private final int world;
    private final Map<Long, NdArray> combined = new HashMap<>();

    Expected(CollectiveWorkload workload, Inputs inputs, int arrays, int world) {
        this.workload = workload;
        this.inputs = inputs;
        this.arrays = arrays;
        this.world = world;
    }

    /// The elements of a rank's result from one of them on, as many as can be had at once: at least one, and no more
    /// than those of the stretch.
    NdArray of(int rank, Stretch stretch) {
        long ofArray = workload.outputElements(world);
        int array = (int) (stretch.first() / ofArray);
        long at = stretch.first() % ofArray;
        long count = Math.min(stretch.count(), ofArray - at);
        long elements = workload.elements();
        long part = elements / world;
        return switch (workload.collective()) {
            case ALL_REDUCE -> combined(at, count);
            case REDUCE_SCATTER -> combined(rank * part + at, count);
            case REDUCE -> rank == 0 ? combined(at, count) : input(rank, array, at, count);
            case BROADCAST -> input(0, array, at, count);
            case ALL_GATHER ->
                input((int) (at / elements), array, at % elements, Math.min(count, elements - at % elements));
            case ALL_TO_ALL ->
                input((int) (at / part), array, rank * part + at % part, Math.min(count, part - at % part));
            case BARRIER -> input(rank, array, at, count);
            case SEND_RECV -> input(rank == world - 1 ? 0 : rank, array, at, count);
        };
    }

    private NdArray input(int rank, int array, long first, long count) {
        return inputs.values(workload.dtype(), rank, array, first, (int) Math.min(count, Stretch.MOST));
    }

    private NdArray combined(long first, long count) {
        long number = first / Stretch.MOST;
        NdArray block = combined.computeIfAbsent(number, this::combine);
        long start = first - number * Stretch.MOST;
        return block.slice(0, start, Math.min(start + count, block.elements()));
    }

    /// The elements of a block, combined over all participants.
    private NdArray combine(long block) {
        long first = block * Stretch.MOST;
        float[] result = new float[(int) Math.min(Stretch.MOST, workload.elements() - first)];
        float[] more = new float[result.length];
        inputs.fill(0, 0, first, result);
        for (int participant = 1; participant < world * arrays; participant++) {
            inputs.fill(participant / arrays, participant % arrays, first, more);
            for (int i = 0; i < more.length; i++) {
                result[i] = (float) workload.op().combine(result[i], more[i]);
            }
        }
        return NdArray.of(result).cast(workload.dtype());
    }
}

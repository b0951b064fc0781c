package sectile.dist.workload;

import java.util.Arrays;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.dist.ccl.ReduceOp;

/// What the participants of a collective begin with: for each element a number that depends on the seed, the rank,
/// the array and the position, and on nothing else.
///
/// Numbers are such that a result is exact in whatever order they are combined, and that every participant has a part
/// in it. So a result is right to the last bit, or wrong.
sealed interface Inputs {
    /// Sets values to the elements of one array of a rank, from position `start` on.
    void fill(int rank, int array, long start, float[] values);

    /// Elements as their type holds them.
    default NdArray values(DType dtype, int rank, int array, long start, int count) {
        float[] values = new float[count];
        fill(rank, array, start, values);
        return NdArray.of(values).cast(dtype);
    }

    /// Those of a workload.
    ///
    /// @param arrays of each rank
    static Inputs of(CollectiveWorkload workload, long seed, int world, int arrays) {
        Noise noise = new Noise(seed);
        DType dtype = workload.dtype();
        long participants = (long) world * arrays;
        if (!workload.combines()) {
            return new Moved(noise, dtype, arrays);
        }
        return switch (workload.op()) {
            case SUM -> new Summed(noise, dtype, new Shares(noise, participants, Numbers.whole(dtype)), arrays);
            case PROD ->
                new Multiplied(noise, dtype, new Shares(noise, participants, Numbers.doublings(dtype)), arrays);
            case MAX, MIN -> new Compared(noise, dtype, workload.op(), world, arrays);
        };
    }

    /// For collectives that combine nothing: any integers.
    record Moved(Noise noise, DType dtype, int arrays) implements Inputs {
        @Override
        public void fill(int rank, int array, long start, float[] values) {
            Noise own = noise.with((long) rank * arrays + array);
            long lowest = dtype.isSigned() ? -Numbers.whole(dtype) : 0;
            long count = Numbers.whole(dtype) - lowest + 1;
            for (int i = 0; i < values.length; i++) {
                values[i] = lowest + own.below(count, start + i);
            }
        }
    }

    /// Integers whose sum the type can hold. At each position all have the same sign, so that no rank's are
    /// cancelled by those of others.
    record Summed(Noise noise, DType dtype, Shares shares, int arrays) implements Inputs {
        @Override
        public void fill(int rank, int array, long start, float[] values) {
            long participant = (long) rank * arrays + array;
            Noise own = noise.with(participant);
            Noise signs = noise.with(-1);
            Turns turns = shares.turns(participant);
            long largest = shares.largest();
            boolean signed = dtype.isSigned();
            Arrays.fill(values, 0);
            for (long at = turns.from(start); at < start + values.length; at += turns.every()) {
                long share = 1 + own.below(largest, at);
                values[(int) (at - start)] = signed ? share * signs.sign(at) : share;
            }
        }
    }

    /// Powers of two whose product the type can hold, of either sign. At each position all of them double, or all
    /// halve if the type can.
    record Multiplied(Noise noise, DType dtype, Shares shares, int arrays) implements Inputs {
        @Override
        public void fill(int rank, int array, long start, float[] values) {
            long participant = (long) rank * arrays + array;
            Noise own = noise.with(participant);
            Noise signs = own.with(-1);
            Noise ways = noise.with(-1);
            Turns turns = shares.turns(participant);
            long largest = shares.largest();
            for (int i = 0; i < values.length; i++) {
                values[i] = dtype.isSigned() ? signs.sign(start + i) : 1;
            }
            for (long at = turns.from(start); at < start + values.length; at += turns.every()) {
                int share = (int) (1 + own.below(largest, at));
                int i = (int) (at - start);
                values[i] = Math.scalb(values[i], dtype.isFloat() ? share * ways.sign(at) : share);
            }
        }
    }

    /// Whole numbers, one of which is beyond all others: at each position that of the next rank, and after all ranks
    /// that of the next array.
    record Compared(Noise noise, DType dtype, ReduceOp op, int world, int arrays) implements Inputs {
        @Override
        public void fill(int rank, int array, long start, float[] values) {
            long participants = (long) world * arrays;
            long participant = (long) array * world + rank;
            Noise own = noise.with(participant);
            Noise best = noise.with(-1);
            Turns turns =
                    new Turns(participants, Math.floorMod(participant - best.below(participants, -1), participants));
            // From 0 to 2 · half − 1, moved to where as many are negative as are not if there is a sign.
            long half = dtype.isSigned() ? Numbers.whole(dtype) : Numbers.whole(dtype) / 2;
            for (int i = 0; i < values.length; i++) {
                long at = start + i;
                values[i] = placed(half, half + best.below(half, at) - 1 - own.below(half, at));
            }
            for (long at = turns.from(start); at < start + values.length; at += turns.every()) {
                values[(int) (at - start)] = placed(half, half + best.below(half, at));
            }
        }

        private float placed(long half, long number) {
            long ordered = op == ReduceOp.MAX ? number : 2 * half - 1 - number;
            return dtype.isSigned() ? ordered - half : ordered;
        }
    }
}

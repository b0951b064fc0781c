package sectile.dist.parallel;

import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.limit.OutOfMemory;
import sectile.dist.tensor.Region;

/// Where a layer's weight and bias come from. Always the whole of them: each rank takes its part, so that
/// the layer computes the same whatever the number of ranks.
public sealed interface Weights {
    /// Numbers between −1/√in and 1/√in that depend on the seed and their place in the whole matrix alone.
    static Weights seeded(long seed) {
        return new Seeded(seed);
    }

    /// An array of shape `in×out`.
    static Weights of(NdArray weight) {
        return new Given(weight, Optional.empty());
    }

    /// The same with an array of `out` elements.
    static Weights of(NdArray weight, NdArray bias) {
        return new Given(weight, Optional.of(bias));
    }

    /// A part of the weight.
    ///
    /// @param whole `in×out`
    NdArray weight(Shape whole, DType dtype, Region part);

    /// A part of the bias, as a row.
    NdArray bias(Shape whole, DType dtype, long from, long count);

    /// Says what is wrong with them for a layer, before anything is copied.
    void check(Shape whole, boolean bias);

    /// Made of a seed.
    record Seeded(long seed) implements Weights {
        /// Mixes a number so that neighbours become unlike.
        private static long mix(long value) {
            long z = value + 0x9E3779B97F4A7C15L;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            return z ^ (z >>> 31);
        }

        /// A number of 24 bits between −1 and 1.
        private float at(long stream, long row, long column) {
            long bits = mix(mix(mix(seed * 3 + stream) + row) + column);
            return ((bits >>> 40) - (1 << 23)) / (float) (1 << 23);
        }

        @Override
        public NdArray weight(Shape whole, DType dtype, Region part) {
            float scale = (float) (1 / Math.sqrt((double) whole.dim(0)));
            return values(1, part, dtype, scale);
        }

        @Override
        public NdArray bias(Shape whole, DType dtype, long from, long count) {
            return values(2, new Region(0, 1, from, count), dtype, (float) (1 / Math.sqrt((double) whole.dim(0))));
        }

        private NdArray values(long stream, Region part, DType dtype, float scale) {
            float[] values = new float[OutOfMemory.arrayLength(part.elements(), "a part of the weights")];
            int next = 0;
            for (long row = part.row(); row < part.row() + part.rows(); row++) {
                for (long column = part.column(); column < part.column() + part.columns(); column++) {
                    values[next++] = at(stream, row, column) * scale;
                }
            }
            return NdArray.of(values, Shape.of(part.rows(), part.columns())).cast(dtype);
        }

        @Override
        public void check(Shape whole, boolean bias) {
            // Every shape can be made.
        }
    }

    /// Given as arrays on the host, rounded to the layer's type.
    record Given(NdArray weight, Optional<NdArray> givenBias) implements Weights {
        @Override
        public NdArray weight(Shape whole, DType dtype, Region part) {
            return weight.slice(0, part.row(), part.row() + part.rows())
                    .slice(1, part.column(), part.column() + part.columns())
                    .cast(dtype);
        }

        @Override
        public NdArray bias(Shape whole, DType dtype, long from, long count) {
            NdArray bias = givenBias.orElseThrow(ParallelErrors::noBias);
            return bias.slice(0, from, from + count).cast(dtype).reshape(Shape.of(1, count));
        }

        @Override
        public void check(Shape whole, boolean bias) {
            if (!weight.shape().equals(whole)) {
                throw ParallelErrors.wrongWeight("weight", weight.shape(), whole);
            }
            if (bias && givenBias.isEmpty()) {
                throw ParallelErrors.noBias();
            }
            if (!bias && givenBias.isPresent()) {
                throw ParallelErrors.unusedBias();
            }
            Shape columns = Shape.of(whole.dim(1));
            givenBias.filter(array -> !array.shape().equals(columns)).ifPresent(array -> {
                throw ParallelErrors.wrongWeight("bias", array.shape(), columns);
            });
        }
    }
}

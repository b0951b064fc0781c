package sectile.script.launch;

import java.nio.file.Path;
import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.io.Npy;

/// An array in the machine's memory.
///
/// @param source randn, uniform, arange, zeros, ones, a number, or a file that ends in .npy
/// @param shape of the whole array, of one PE's array if every PE has one; of a file's array what is in the file
public record Buffer(String source, Shape shape, DType dtype, Spread spread) implements Argument {
    /// The array of a file, shape and type included.
    static Buffer ofFile(String file, Spread spread) {
        NdArray array = Npy.read(Path.of(file));
        return new Buffer(file, array.shape(), array.dtype(), spread);
    }

    static boolean isFile(String source) {
        return source.endsWith(".npy");
    }

    /// The contents before the run: for [Spread#EACH] with the PEs along the first axis.
    ///
    /// @param name of the parameter; each has numbers of its own, so that another parameter does not change them
    NdArray contents(String name, int pes, long seed) {
        Shape whole = spread == Spread.EACH ? stacked(pes) : shape;
        if (isFile(source)) {
            NdArray array = Npy.read(Path.of(source));
            if (spread != Spread.EACH) {
                return array;
            }
            NdArray all = NdArray.zeros(dtype, whole);
            for (int i = 0; i < pes; i++) {
                all.select(0, i).assign(array);
            }
            return all;
        }
        NdArray array = NdArray.zeros(dtype, whole);
        var random = new SplittableRandom(mixed(mixed(seed) + name.hashCode()));
        long perPe = spread == Spread.EACH ? Math.max(1, shape.elements()) : Long.MAX_VALUE;
        for (long i = 0; i < array.elements(); i++) {
            switch (source) {
                case "randn" -> draw(array, i, random);
                case "uniform" -> array.setDoubleAt(i, dtype.isFloat() ? random.nextDouble() : random.nextInt(8));
                case "arange" -> array.setDoubleAt(i, (double) (i % perPe));
                case "zeros" -> array.setLongAt(i, 0);
                case "ones" -> array.setLongAt(i, 1);
                default -> set(array, i, number(source));
            }
        }
        return array;
    }

    /// A source that is a number: whole ones as a `Long`, which keeps 64 bits.
    static Number number(String source) {
        try {
            return Long.valueOf(source);
        } catch (NumberFormatException e) {
            return Double.valueOf(source);
        }
    }

    private static void set(NdArray array, long at, Number number) {
        if (number instanceof Long) {
            array.setLongAt(at, number.longValue());
        } else {
            array.setDoubleAt(at, number.doubleValue());
        }
    }

    /// Scatters a number over all 64 bits. The generator counts up from its seed in equal steps: of seeds that lie a
    /// step apart, one would give the numbers of the other, shifted.
    private static long mixed(long number) {
        long z = number + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static void draw(NdArray array, long at, SplittableRandom random) {
        if (array.dtype().isFloat()) {
            array.setDoubleAt(at, random.nextGaussian());
        } else {
            array.setLongAt(at, random.nextInt(array.dtype() == DType.BOOL ? 2 : 8));
        }
    }

    private Shape stacked(int pes) {
        long[] extents = new long[shape.rank() + 1];
        extents[0] = pes;
        System.arraycopy(shape.toArray(), 0, extents, 1, shape.rank());
        return Shape.of(extents);
    }
}

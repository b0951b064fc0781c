package sectile.script.launch;

import java.nio.file.Path;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.io.InputSource;
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
        long perPe = spread == Spread.EACH ? Math.max(1, shape.elements()) : Long.MAX_VALUE;
        InputSource.parse(source).orElseThrow().fill(array, name, seed, perPe);
        return array;
    }

    private Shape stacked(int pes) {
        long[] extents = new long[shape.rank() + 1];
        extents[0] = pes;
        System.arraycopy(shape.toArray(), 0, extents, 1, shape.rank());
        return Shape.of(extents);
    }
}

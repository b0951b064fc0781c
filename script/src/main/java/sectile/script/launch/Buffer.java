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
    /// Separates the sources of several SIPs.
    static final String PER_SIP = "/";

    /// The array of a file, shape and type included. A file for every SIP has these along its first axis.
    static Buffer ofFile(String file, Spread spread) {
        NdArray array = Npy.read(Path.of(file));
        Shape shape = spread == Spread.SPREAD && array.shape().rank() > 0
                ? Shape.of(array.shape().toList().subList(1, array.shape().rank()))
                : array.shape();
        return new Buffer(file, shape, array.dtype(), spread);
    }

    /// How many SIPs it has contents for; 0 for any number.
    long sips() {
        if (spread != Spread.SPREAD) {
            return 0;
        }
        if (isFile(source)) {
            Shape shape = Npy.read(Path.of(source)).shape();
            return shape.rank() == 0 ? -1 : shape.dim(0);
        }
        return source.contains(PER_SIP) ? source.split(PER_SIP, -1).length : 0;
    }

    static boolean isFile(String source) {
        return source.endsWith(".npy");
    }

    /// The contents before the run: for [Spread#EACH] with the PEs along the first axis, for [Spread#SPREAD] with the
    /// SIPs.
    ///
    /// @param name of the parameter; each has numbers of its own, so that another parameter does not change them
    NdArray contents(String name, int pes, int sips, long seed) {
        Shape whole = spread == Spread.EACH ? stacked(pes) : spread == Spread.SPREAD ? stacked(sips) : shape;
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
        if (spread == Spread.SPREAD && source.contains(PER_SIP)) {
            String[] sources = source.split(PER_SIP, -1);
            for (int sip = 0; sip < sips; sip++) {
                InputSource.parse(sources[sip]).orElseThrow().fill(array.select(0, sip), name, seed, Long.MAX_VALUE);
            }
            return array;
        }
        boolean several = spread == Spread.EACH || spread == Spread.SPREAD;
        long perPe = several ? Math.max(1, shape.elements()) : Long.MAX_VALUE;
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

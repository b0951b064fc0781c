package sectile.base.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// Where the elements of an input come from, as command lines write it: `SOURCE[:SHAPE[:DTYPE]]`, such as
/// `randn:64x64:f16`, `zeros` or `9007199254740993`; or the name of a file that ends in `.npy`.
///
/// @param source randn, uniform, arange, zeros, ones, a number, or a file
public record InputSource(String source, Optional<Shape> shape, Optional<DType> dtype) {
    /// What a source may be, for messages.
    public static final String SOURCES = "randn, uniform, arange, zeros, ones, a number, or a file that ends in .npy";

    private static final List<String> GENERATORS = List.of("randn", "uniform", "arange", "zeros", "ones");

    /// Reads a source; empty if the text is not one.
    public static Optional<InputSource> parse(String text) {
        if (text.endsWith(".npy")) {
            return Optional.of(new InputSource(text, Optional.empty(), Optional.empty()));
        }
        String[] fields = text.split(":", -1);
        Optional<Shape> shape = fields.length < 2 ? Optional.empty() : Shape.parse(fields[1]);
        Optional<DType> dtype = fields.length < 3 ? Optional.empty() : DType.parse(fields[2]);
        boolean whole = fields.length <= 3
                && shape.isPresent() == fields.length > 1
                && dtype.isPresent() == fields.length > 2
                && (GENERATORS.contains(fields[0]) || number(fields[0]).isPresent());
        return whole ? Optional.of(new InputSource(fields[0], shape, dtype)) : Optional.empty();
    }

    public boolean isFile() {
        return source.endsWith(".npy");
    }

    /// The number that every element is, if the source is one: an integer as a `Long`, which keeps 64 bits.
    public Optional<Number> number() {
        return GENERATORS.contains(source) || isFile() ? Optional.empty() : number(source);
    }

    /// The array of a file.
    public NdArray read() {
        return Npy.read(Path.of(source));
    }

    /// Writes every element of an array.
    ///
    /// @param name of the input; each has random numbers of its own, so that another input does not change them
    /// @param period after how many elements `arange` starts again
    public void fill(NdArray array, String name, long seed, long period) {
        var random = new SplittableRandom(mixed(mixed(seed) + name.hashCode()));
        DType dtype = array.dtype();
        Optional<Number> constant = number();
        for (long i = 0; i < array.elements(); i++) {
            switch (source) {
                case "randn" -> draw(array, i, random);
                case "uniform" -> array.setDoubleAt(i, dtype.isFloat() ? random.nextDouble() : random.nextInt(8));
                case "arange" -> array.setLongAt(i, i % period);
                case "zeros" -> array.setLongAt(i, 0);
                case "ones" -> array.setLongAt(i, 1);
                default -> set(array, i, constant.orElseThrow());
            }
        }
    }

    private static Optional<Number> number(String text) {
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException notAnInteger) {
            try {
                return Optional.of(Double.valueOf(text));
            } catch (NumberFormatException notANumber) {
                return Optional.empty();
            }
        }
    }

    private static void set(NdArray array, long at, Number number) {
        if (number instanceof Long) {
            array.setLongAt(at, number.longValue());
        } else {
            array.setDoubleAt(at, number.doubleValue());
        }
    }

    private static void draw(NdArray array, long at, SplittableRandom random) {
        if (array.dtype().isFloat()) {
            array.setDoubleAt(at, random.nextGaussian());
        } else {
            array.setLongAt(at, random.nextInt(array.dtype() == DType.BOOL ? 2 : 8));
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
}

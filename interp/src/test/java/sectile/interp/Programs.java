package sectile.interp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Programs and inputs for tests.
final class Programs {
    private Programs() {}

    static Program parse(String text) {
        return FrontEnd.parse(new SourceFile("test.py", text));
    }

    /// The directory of the checkout.
    static Path root() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("examples"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("no examples above the current directory");
            }
        }
        return root;
    }

    static Program example(String name) {
        String file = name + ".py";
        try {
            return FrontEnd.parse(new SourceFile(
                    file, Files.readString(root().resolve("examples").resolve(file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Numbers between -1 and 1.
    static NdArray random(DType dtype, long seed, long... dims) {
        var random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(dtype, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, random.nextDouble() * 2 - 1);
        }
        return array;
    }

    static NdArray integers(DType dtype, long seed, int bound, long... dims) {
        var random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(dtype, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            array.setLongAt(i, random.nextInt(bound));
        }
        return array;
    }

    static double[] product(double[] a, double[] b, int m, int k, int n) {
        double[] c = new double[m * n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                for (int l = 0; l < k; l++) {
                    c[i * n + j] += a[i * k + l] * b[l * n + j];
                }
            }
        }
        return c;
    }
}

package sectile.dist;

import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// Matrices in plain Java, to compare with.
public final class Plain {
    private Plain() {}

    /// Whole numbers from −2 to 2: sums of a few hundred products of them are exact in every float type but
    /// bf16.
    public static NdArray integers(long seed, long rows, long columns, DType dtype) {
        SplittableRandom random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(dtype, Shape.of(rows, columns));
        for (long i = 0; i < rows * columns; i++) {
            array.setDoubleAt(i, random.nextInt(-2, 3));
        }
        return array;
    }

    public static double[][] rows(NdArray array) {
        int rows = (int) array.shape().dim(0);
        int columns = (int) array.shape().dim(1);
        double[][] result = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result[i][j] = array.getDouble(i, j);
            }
        }
        return result;
    }

    public static double[][] product(double[][] a, double[][] b) {
        double[][] result = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                double sum = 0;
                for (int k = 0; k < b.length; k++) {
                    sum += a[i][k] * b[k][j];
                }
                result[i][j] = sum;
            }
        }
        return result;
    }

    /// Adds a row to every row.
    public static double[][] plusRow(double[][] a, double[] row) {
        double[][] result = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            result[i] = a[i].clone();
            for (int j = 0; j < row.length; j++) {
                result[i][j] += row[j];
            }
        }
        return result;
    }
}

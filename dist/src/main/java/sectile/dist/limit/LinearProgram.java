package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes the first of some variables as large as can be, none of them negative, under rows `coefficients · variables ≤
/// limit` with limits that are not negative. The simplex method with a dense table; it takes the first column that
/// gains, so that it ends.
final class LinearProgram {
    private static final double ZERO = 1e-11;

    private final int variables;
    private final List<double[]> rows = new ArrayList<>();
    private final List<Double> limits = new ArrayList<>();

    LinearProgram(int variables) {
        this.variables = variables;
    }

    void add(double[] coefficients, double limit) {
        rows.add(coefficients.clone());
        limits.add(limit);
    }

    /// The values of the variables. The first one must have a limit.
    double[] solve() {
        int count = rows.size();
        int columns = variables + count;
        double[][] table = new double[count + 1][columns + 1];
        int[] basis = new int[count];
        for (int row = 0; row < count; row++) {
            System.arraycopy(rows.get(row), 0, table[row], 0, variables);
            table[row][variables + row] = 1;
            table[row][columns] = limits.get(row);
            basis[row] = variables + row;
        }
        double[] gains = table[count];
        gains[0] = 1;
        int column = first(gains, columns);
        while (column >= 0) {
            int row = tightest(table, basis, column, columns);
            pivot(table, row, column);
            basis[row] = column;
            column = first(gains, columns);
        }
        double[] values = new double[variables];
        for (int row = 0; row < count; row++) {
            if (basis[row] < variables) {
                values[basis[row]] = table[row][columns];
            }
        }
        return values;
    }

    private static int first(double[] gains, int columns) {
        for (int column = 0; column < columns; column++) {
            if (gains[column] > ZERO) {
                return column;
            }
        }
        return -1;
    }

    private int tightest(double[][] table, int[] basis, int column, int columns) {
        int tightest = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int row = 0; row < basis.length; row++) {
            if (table[row][column] > ZERO) {
                double room = table[row][columns] / table[row][column];
                boolean tie = tightest >= 0 && Math.abs(room - least) <= ZERO * (1 + least);
                if (tie ? basis[row] < basis[tightest] : room < least) {
                    tightest = row;
                    least = room;
                }
            }
        }
        if (tightest < 0) {
            throw new IllegalStateException("the first of " + variables + " variables has no limit");
        }
        return tightest;
    }

    private static void pivot(double[][] table, int row, int column) {
        double by = table[row][column];
        table[row] = Arrays.stream(table[row]).map(value -> value / by).toArray();
        for (int other = 0; other < table.length; other++) {
            double times = table[other][column];
            if (other != row && times != 0) {
                for (int i = 0; i < table[other].length; i++) {
                    table[other][i] -= times * table[row][i];
                }
            }
        }
    }
}

package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes the first of some variables as large as can be, none of them negative, under rows `coefficients · variables ≤
/// limit` with limits that are not negative. The simplex method with a dense table. It takes the column that gains the
/// most; after some steps that gained nothing it takes the first that gains, until one does, so that it ends.
final class LinearProgram {
    private static final double ZERO = 1e-11;
    /// Steps in a row that may gain nothing before the first column is taken.
    private static final int PATIENCE = 20;

    /// @param prices by row, what the first variable would gain if its limit were higher by one
    record Solution(List<Double> values, List<Double> prices) {}

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

    /// The first variable must have a limit.
    Solution solve() {
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
        int idle = 0;
        int column = most(gains, columns);
        while (column >= 0) {
            int row = tightest(table, basis, column, columns);
            idle = table[row][columns] > ZERO ? 0 : idle + 1;
            pivot(table, row, column);
            basis[row] = column;
            column = idle < PATIENCE ? most(gains, columns) : first(gains, columns);
        }
        double[] values = new double[variables];
        for (int row = 0; row < count; row++) {
            if (basis[row] < variables) {
                values[basis[row]] = table[row][columns];
            }
        }
        double[] prices = new double[count];
        for (int row = 0; row < count; row++) {
            prices[row] = Math.max(0, -gains[variables + row]);
        }
        return new Solution(
                Arrays.stream(values).boxed().toList(),
                Arrays.stream(prices).boxed().toList());
    }

    private static int most(double[] gains, int columns) {
        int most = -1;
        for (int column = 0; column < columns; column++) {
            if (gains[column] > ZERO && (most < 0 || gains[column] > gains[most])) {
                most = column;
            }
        }
        return most;
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
        double[] pivots = table[row];
        Arrays.setAll(pivots, i -> pivots[i] / by);
        for (double[] other : table) {
            double times = other[column];
            if (other != pivots && times != 0) {
                for (int i = 0; i < other.length; i++) {
                    other[i] -= times * pivots[i];
                }
                // No rounding is left behind in a column of the basis.
                other[column] = 0;
            }
        }
    }
}

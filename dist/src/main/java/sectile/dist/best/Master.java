package sectile.dist.best;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The linear program over the trees known so far: every root's elements are divided among its trees, and the time of
/// the busiest link is as short as can be. A revised simplex method with a dense inverse.
///
/// Rows are the roots, then the links. Variables are the trees, the time of the busiest link, and the idle time of each
/// link.
final class Master {
    private static final double ZERO = 1e-9;
    /// Steps that only take up idle time again; more are not needed unless rounding makes them turn in circles.
    private static final int MOST_SETTLING = 400;

    /// A tree as it appears in the program.
    static final class Column {
        private final int row;
        private final SpanningTree tree;
        private final double detours;
        private final int[] resources;
        private final double[] times;

        private Column(int row, SpanningTree tree, double detours, int[] resources, double[] times) {
            this.row = row;
            this.tree = tree;
            this.detours = detours;
            this.resources = resources;
            this.times = times;
        }

        /// The row of its root.
        int row() {
            return row;
        }

        SpanningTree tree() {
            return tree;
        }

        /// A small cost for what makes the tree deeper than it need be.
        double detours() {
            return detours;
        }

        /// The links that it uses.
        int[] resources() {
            return resources;
        }

        /// The time of a byte on each of them.
        double[] times() {
            return times;
        }

        static Column of(int row, SpanningTree tree, double detours, double[] timesOfAll) {
            int count = 0;
            int[] resources = new int[timesOfAll.length];
            for (int i = 0; i < timesOfAll.length; i++) {
                if (timesOfAll[i] > 0) {
                    resources[count++] = i;
                }
            }
            int[] used = Arrays.copyOf(resources, count);
            return new Column(
                    row,
                    tree,
                    detours,
                    used,
                    Arrays.stream(used).mapToDouble(i -> timesOfAll[i]).toArray());
        }

        double cost(double[] prices) {
            double sum = 0;
            for (int i = 0; i < resources.length; i++) {
                sum += prices[resources[i]] * times[i];
            }
            return sum;
        }
    }

    /// A tree in use.
    record Part(Column column, double value) {}

    private final int roots;
    private final int size;
    private final double[][] inverse;
    private final double[] values;
    private final List<Column> columns = new ArrayList<>();
    /// What is in the basis: a column, or `TIME`, or `IDLE − link`.
    private final int[] basis;

    private final int timeRow;
    /// The costs of the basis times its inverse.
    private final double[] duals;

    private static final int TIME = -1;
    private static final int IDLE = -2;

    /// @param first one tree for each root, in order
    /// @param rates the times of a byte on each link, to break ties in proportion
    Master(List<Column> first, double[] rates) {
        this.roots = first.size();
        this.size = roots + rates.length;
        this.inverse = new double[size][size];
        this.values = new double[size];
        this.basis = new int[size];
        double[] loads = new double[rates.length];
        for (Column column : first) {
            columns.add(column);
            for (int i = 0; i < column.resources.length; i++) {
                loads[column.resources[i]] += column.times[i];
            }
        }
        double most = Arrays.stream(loads).max().orElse(0);
        int busiest = 0;
        double highest = Double.NEGATIVE_INFINITY;
        double[] perturbed = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            // Different links get different hairs, so that the method does not stand still at corners with many edges.
            perturbed[i] = most * 1e-6 * ((i * 0.6180339887498949) % 1.0);
            if (loads[i] - perturbed[i] > highest) {
                highest = loads[i] - perturbed[i];
                busiest = i;
            }
        }
        this.timeRow = roots + busiest;
        // The first basis: all of each root by its first tree, the time of the busiest link, idle time of the others.
        // Its
        // inverse can be written down.
        for (int row = 0; row < roots; row++) {
            basis[row] = row;
            values[row] = 1;
            inverse[row][row] = 1;
        }
        for (int link = 0; link < rates.length; link++) {
            int row = roots + link;
            boolean isTime = row == timeRow;
            basis[row] = isTime ? TIME : IDLE - link;
            values[row] = isTime ? highest : highest - (loads[link] - perturbed[link]);
            inverse[row][row] = isTime ? -1 : 1;
            if (!isTime) {
                inverse[row][timeRow] = -1;
            }
        }
        for (Column column : first) {
            for (int i = 0; i < column.resources.length; i++) {
                int row = roots + column.resources[i];
                if (row == timeRow) {
                    for (int link = 0; link < rates.length; link++) {
                        inverse[roots + link][column.row] += column.times[i];
                    }
                }
            }
        }
        for (Column column : first) {
            for (int i = 0; i < column.resources.length; i++) {
                int row = roots + column.resources[i];
                if (row != timeRow) {
                    inverse[row][column.row] -= column.times[i];
                }
            }
        }
        duals = inverse[timeRow].clone();
        for (Column column : first) {
            duals[column.row] += column.detours;
        }
    }

    int size() {
        return size;
    }

    /// The time of the busiest link.
    double time() {
        return values[timeRow];
    }

    /// The price of each link's time; they sum up to 1.
    double[] prices() {
        double[] prices = new double[size - roots];
        double sum = 0;
        for (int i = 0; i < prices.length; i++) {
            prices[i] = Math.max(0, -duals[roots + i]);
            sum += prices[i];
        }
        for (int i = 0; i < prices.length; i++) {
            prices[i] /= sum;
        }
        return prices;
    }

    /// Lets links be idle whose price is negative. Gives how many steps that took.
    int settle() {
        for (int step = 0; step < MOST_SETTLING; step++) {
            int worst = -1;
            double least = -ZERO;
            for (int link = 0; link < size - roots; link++) {
                double price = -duals[roots + link];
                if (price < least) {
                    least = price;
                    worst = link;
                }
            }
            if (worst < 0) {
                return step;
            }
            double[] direction = new double[size];
            for (int row = 0; row < size; row++) {
                direction[row] = inverse[row][roots + worst];
            }
            pivot(direction, IDLE - worst, least);
        }
        return MOST_SETTLING;
    }

    /// Takes a tree into use if that shortens the time; gives 1 if it did.
    int enter(Column column) {
        double gain = duals[column.row] - column.detours;
        for (int i = 0; i < column.resources.length; i++) {
            gain += duals[roots + column.resources[i]] * column.times[i];
        }
        if (gain < ZERO) {
            return 0;
        }
        double[] direction = new double[size];
        for (int row = 0; row < size; row++) {
            double sum = inverse[row][column.row];
            for (int i = 0; i < column.resources.length; i++) {
                sum += inverse[row][roots + column.resources[i]] * column.times[i];
            }
            direction[row] = sum;
        }
        columns.add(column);
        return pivot(direction, columns.size() - 1, -gain) ? 1 : 0;
    }

    /// @param reduced the reduced cost of what enters
    private boolean pivot(double[] direction, int entering, double reduced) {
        int leaving = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int row = 0; row < size; row++) {
            if (direction[row] > ZERO && row != timeRow) {
                double ratio = Math.max(0, values[row]) / direction[row];
                boolean better = ratio < least - 1e-12
                        || (ratio <= least + 1e-12 && leaving >= 0 && direction[row] > direction[leaving]);
                if (better) {
                    least = Math.min(ratio, least);
                    leaving = row;
                }
            }
        }
        if (leaving < 0) {
            return false;
        }
        double step = Math.max(0, values[leaving]) / direction[leaving];
        for (int row = 0; row < size; row++) {
            if (row != leaving && direction[row] != 0) {
                values[row] -= step * direction[row];
                double factor = direction[row] / direction[leaving];
                double[] target = inverse[row];
                double[] source = inverse[leaving];
                for (int i = 0; i < size; i++) {
                    target[i] -= factor * source[i];
                }
            }
        }
        for (int i = 0; i < size; i++) {
            inverse[leaving][i] /= direction[leaving];
        }
        values[leaving] = step;
        basis[leaving] = entering;
        for (int i = 0; i < size; i++) {
            duals[i] += reduced * inverse[leaving][i];
        }
        return true;
    }

    /// The trees in use. Those with next to nothing to carry are left out.
    List<Part> solution() {
        List<Part> parts = new ArrayList<>();
        double[] most = new double[roots];
        for (int row = 0; row < size; row++) {
            if (basis[row] >= 0) {
                Column column = columns.get(basis[row]);
                most[column.row] = Math.max(most[column.row], values[row]);
            }
        }
        for (int row = 0; row < size; row++) {
            if (basis[row] >= 0) {
                Column column = columns.get(basis[row]);
                if (values[row] > 1e-4 * most[column.row]) {
                    parts.add(new Part(column, values[row]));
                }
            }
        }
        parts.sort((a, b) -> a.column.row != b.column.row
                ? Integer.compare(a.column.row, b.column.row)
                : Double.compare(b.value, a.value));
        return parts;
    }
}

package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Makes the first of some variables as large as can be, under rows `coefficients · variables ≤ limit` with limits that
/// are not negative. No variable is negative, and some are at most what is said of them.
///
/// The simplex method with a table of a row for each variable in the basis and a column for each other one. A
/// variable at its upper limit is replaced by what it is less, so that all outside the basis are 0. After a solution,
/// rows may be added: the dual method goes on from there.
///
/// Limits are raised by different tiny amounts, so that no two rows are tight at the same time and every step gains
/// something. The true limits are carried along for the result. Rounding may still leave no step, or one after the
/// other that leads nowhere: then there is no solution, here and after more rows.
final class LinearProgram {
    /// What is smaller is not divided by.
    private static final double ZERO = 1e-9;
    /// How far beyond its limit a variable may be for rounding.
    private static final double ROUNDING = 1e-10;
    /// How far beyond the first limit a step may go where it then divides by something larger.
    private static final double SLACK = 1e-11;

    private static final double RAISED = 1e-9;
    /// What rounding leaves of 0.
    private static final double NOTHING = 1e-14;
    /// Steps of a solution for each row and column. Few take more than three.
    private static final int MOST_STEPS = 40;

    /// @param prices by row, what the first variable would gain if its limit were higher by one
    record Solution(List<Double> values, List<Double> prices) {}

    private final int columns;
    /// Where rows have the values of their variables, with raised and with true limits.
    private final int raised;

    private final int exact;
    private final List<double[]> table = new ArrayList<>();
    private final double[] objective;
    /// By column, its variable. Those after the first ones are what rows have left of their limits.
    private final int[] outside;
    /// By row, its variable.
    private int[] basis = new int[16];
    /// By variable, its row, or −1 − its column.
    private int[] places;
    /// By variable.
    private double[] most;

    private double[] raisedMost;
    private boolean[] turned;
    /// Products and sums.
    private long work;
    private long mostWork;
    private boolean failed;
    /// Columns in which the row of a pivot is not 0.
    private final int[] filled;

    LinearProgram(int variables) {
        this.columns = variables;
        this.raised = variables;
        this.exact = variables + 1;
        this.objective = new double[variables + 2];
        this.outside = new int[variables];
        this.places = new int[variables];
        this.most = new double[variables];
        this.raisedMost = new double[variables];
        this.turned = new boolean[variables];
        this.filled = new int[variables + 2];
        for (int i = 0; i < variables; i++) {
            outside[i] = i;
            places[i] = -1 - i;
        }
        Arrays.fill(most, Double.POSITIVE_INFINITY);
        Arrays.fill(raisedMost, Double.POSITIVE_INFINITY);
        objective[0] = -1;
    }

    /// Before the first solution, gives a variable an upper limit.
    void atMost(int variable, double limit) {
        most[variable] = limit;
        raisedMost[variable] = limit + raise(variable);
    }

    /// Between 1 and 2 times what limits are raised by at the least, different for every variable.
    private static double raise(int variable) {
        double golden = (variable + 1) * 0.6180339887498949;
        return RAISED * (1 + golden - Math.floor(golden));
    }

    void add(double[] coefficients, double limit) {
        add(coefficients, limit, Double.POSITIVE_INFINITY);
    }

    /// Adds a row that is 0.
    void addBalance(double[] coefficients) {
        add(coefficients, 0, 0);
    }

    private void add(double[] coefficients, double limit, double room) {
        int variable = columns + table.size();
        if (variable == places.length) {
            places = Arrays.copyOf(places, 2 * variable);
            most = Arrays.copyOf(most, 2 * variable);
            raisedMost = Arrays.copyOf(raisedMost, 2 * variable);
            turned = Arrays.copyOf(turned, 2 * variable);
        }
        if (table.size() == basis.length) {
            basis = Arrays.copyOf(basis, 2 * basis.length);
        }
        double[] row = new double[columns + 2];
        row[raised] = room == 0 ? 0 : limit + raise(variable);
        row[exact] = limit;
        for (int i = 0; i < columns; i++) {
            if (coefficients[i] != 0) {
                take(row, i, coefficients[i]);
            }
        }
        most[variable] = room;
        raisedMost[variable] = room;
        places[variable] = table.size();
        basis[table.size()] = variable;
        table.add(row);
    }

    /// Takes some times a variable off what a row has left.
    private void take(double[] row, int variable, double times) {
        double sign = turned[variable] ? -times : times;
        if (turned[variable]) {
            row[raised] -= times * raisedMost[variable];
            row[exact] -= times * most[variable];
        }
        int place = places[variable];
        if (place < 0) {
            row[-1 - place] += sign;
        } else {
            double[] of = table.get(place);
            for (int i = 0; i < columns; i++) {
                row[i] -= sign * of[i];
            }
            row[raised] -= sign * of[raised];
            row[exact] -= sign * of[exact];
        }
    }

    /// The same with as much work as it takes.
    Optional<Solution> solve() {
        return solve(Long.MAX_VALUE);
    }

    /// The first variable must have a limit. Empty if rounding keeps it from being found, or if products and
    /// sums of all solutions come to more than is allowed.
    Optional<Solution> solve(long mostWork) {
        if (!failed) {
            this.mostWork = mostWork;
            long steps = restore(MOST_STEPS * (long) (columns + table.size()));
            failed = steps == 0 || improve(steps) == 0;
        }
        if (failed) {
            return Optional.empty();
        }
        double[] values = new double[columns];
        for (int i = 0; i < columns; i++) {
            double value = places[i] < 0 ? 0 : table.get(places[i])[exact];
            values[i] = turned[i] ? most[i] - value : value;
        }
        double[] prices = new double[table.size()];
        for (int row = 0; row < prices.length; row++) {
            int place = places[columns + row];
            prices[row] = place < 0 ? Math.max(0, objective[-1 - place]) : 0;
        }
        return Optional.of(new Solution(
                Arrays.stream(values).boxed().toList(),
                Arrays.stream(prices).boxed().toList()));
    }

    /// Raises the first variable while all are within their limits.
    ///
    /// @return how many of the steps are left; 0 if they do not suffice
    private long improve(long steps) {
        long left = steps;
        for (int column = mostGain(); column >= 0 && left > 0; column = mostGain()) {
            left = work > mostWork ? 0 : left - 1;
            double most = raisedMost[outside[column]];
            double least = most;
            for (int i = 0; i < table.size(); i++) {
                least = Math.min(least, room(i, column, SLACK));
            }
            if (Double.isInfinite(least)) {
                throw new IllegalStateException("the first of " + columns + " variables has no limit");
            }
            int tightest = -1;
            for (int i = 0; i < table.size(); i++) {
                boolean larger = tightest < 0 || Math.abs(table.get(i)[column]) > Math.abs(table.get(tightest)[column]);
                if (larger && room(i, column, 0) <= least) {
                    tightest = i;
                }
            }
            if (tightest < 0 || least >= most) {
                turnColumn(column);
            } else {
                if (table.get(tightest)[column] < 0) {
                    turnRow(tightest);
                }
                pivot(tightest, column);
            }
        }
        return left;
    }

    /// How far the variable of a column can be raised until that of a row is at one of its limits, and beyond by a
    /// little.
    private double room(int at, int column, double beyond) {
        double[] row = table.get(at);
        if (row[column] > ZERO) {
            return (row[raised] + beyond) / row[column];
        }
        return row[column] < -ZERO
                ? (raisedMost[basis[at]] - row[raised] + beyond) / -row[column]
                : Double.POSITIVE_INFINITY;
    }

    private int mostGain() {
        int best = -1;
        for (int i = 0; i < columns; i++) {
            if (objective[i] < -ZERO && most[outside[i]] > 0 && (best < 0 || objective[i] < objective[best])) {
                best = i;
            }
        }
        return best;
    }

    /// Brings all variables within their limits while nothing is to be gained.
    ///
    /// @return how many of the steps are left; 0 if they do not suffice or there is none to take
    private long restore(long steps) {
        long left = steps;
        for (int row = farthestOut(); row >= 0 && left > 0; row = farthestOut()) {
            left = work > mostWork ? 0 : left - 1;
            if (table.get(row)[raised] > 0) {
                turnRow(row);
            }
            double[] out = table.get(row);
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < columns; i++) {
                least = Math.min(least, price(out, i, SLACK));
            }
            int best = -1;
            for (int i = 0; i < columns; i++) {
                if ((best < 0 || out[i] < out[best]) && price(out, i, 0) <= least) {
                    best = i;
                }
            }
            if (best < 0) {
                return 0;
            }
            pivot(row, best);
        }
        return left;
    }

    /// What raising the variable of a row by one costs if that of a column is raised for it.
    private double price(double[] row, int column, double beyond) {
        return row[column] < -ZERO && most[outside[column]] > 0
                ? (Math.max(0, objective[column]) + beyond) / -row[column]
                : Double.POSITIVE_INFINITY;
    }

    private int farthestOut() {
        int farthest = -1;
        double most = ROUNDING;
        for (int i = 0; i < table.size(); i++) {
            double value = table.get(i)[raised];
            double out = Math.max(-value, value - raisedMost[basis[i]]);
            if (out > most) {
                farthest = i;
                most = out;
            }
        }
        return farthest;
    }

    /// Replaces a variable outside the basis by what it is less than its upper limit.
    private void turnColumn(int column) {
        int variable = outside[column];
        turned[variable] = !turned[variable];
        turnColumn(objective, column, variable);
        table.forEach(row -> turnColumn(row, column, variable));
    }

    private void turnColumn(double[] row, int column, int variable) {
        if (row[column] != 0) {
            row[raised] -= row[column] * raisedMost[variable];
            row[exact] -= row[column] * most[variable];
            row[column] = -row[column];
        }
    }

    /// Replaces a variable in the basis by what it is less than its upper limit.
    private void turnRow(int at) {
        double[] row = table.get(at);
        int variable = basis[at];
        turned[variable] = !turned[variable];
        for (int i = 0; i < row.length; i++) {
            row[i] = -row[i];
        }
        row[raised] += raisedMost[variable];
        row[exact] += most[variable];
    }

    /// Exchanges the variables of a row and of a column.
    private void pivot(int at, int column) {
        double[] row = table.get(at);
        double by = row[column];
        row[column] = 1;
        int count = 0;
        for (int i = 0; i < row.length; i++) {
            row[i] = Math.abs(row[i]) < NOTHING ? 0 : row[i] / by;
            if (row[i] != 0 && i != column) {
                filled[count++] = i;
            }
        }
        subtract(objective, row, column, count);
        for (double[] other : table) {
            if (other != row) {
                subtract(other, row, column, count);
            }
        }
        int variable = outside[column];
        outside[column] = basis[at];
        basis[at] = variable;
        places[variable] = at;
        places[outside[column]] = -1 - column;
    }

    private void subtract(double[] from, double[] row, int column, int count) {
        double times = from[column];
        if (times != 0) {
            work += count;
            for (int i = 0; i < count; i++) {
                from[filled[i]] -= times * row[filled[i]];
            }
            from[column] = -times * row[column];
        }
    }
}

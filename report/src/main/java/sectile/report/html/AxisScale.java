package sectile.report.html;

import java.util.ArrayList;
import java.util.List;
import sectile.base.quantity.Unit;

/// Maps values of an axis to positions and chooses where to put its marks.
final class AxisScale {
    private static final int WANTED_MARKS = 6;

    private final LinePlot.Axis axis;
    private final double low;
    private final double high;
    private final double from;
    private final double to;

    /// Values from `low` to `high` lie from position `from` to `to`.
    private AxisScale(LinePlot.Axis axis, double low, double high, double from, double to) {
        this.axis = axis;
        this.low = low;
        this.high = high;
        this.from = from;
        this.to = to;
    }

    /// A scale on which all the values lie, from 0 unless it is logarithmic or some are negative.
    static AxisScale of(LinePlot.Axis axis, List<Double> values, double from, double to) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            if (shows(axis, value)) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        if (least > most) {
            least = 1;
            most = 2;
        }
        if (axis.logarithmic()) {
            double base = base(axis);
            double low = Math.pow(base, Math.floor(log(least, base) + 1e-9));
            double high = Math.pow(base, Math.ceil(log(most, base) - 1e-9));
            return new AxisScale(axis, low, high > low ? high : low * base, from, to);
        }
        double bottom = Math.min(0, least);
        double span = most > bottom ? most - bottom : 1;
        double step = step(axis.unit(), span);
        return new AxisScale(
                axis, Math.floor(bottom / step) * step, Math.ceil((bottom + span) / step - 1e-9) * step, from, to);
    }

    static boolean shows(LinePlot.Axis axis, double value) {
        return Double.isFinite(value) && (!axis.logarithmic() || value > 0);
    }

    double position(double value) {
        double share = axis.logarithmic()
                ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
                : (value - low) / (high - low);
        return from + share * (to - from);
    }

    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        if (axis.logarithmic()) {
            double base = base(axis);
            int powers = (int) Math.round(log(high / low, base));
            int every = Math.max(1, Math.ceilDiv(powers, 2 * WANTED_MARKS));
            for (int i = 0; i <= powers; i += every) {
                marks.add(low * Math.pow(base, i));
            }
            return marks;
        }
        double step = step(axis.unit(), high - low);
        for (int i = 0; low + i * step <= high + step * 1e-9; i++) {
            marks.add(low + i * step);
        }
        return marks;
    }

    /// A mark's words, without zeros that say nothing: `4 MiB`.
    String label(double value) {
        return axis.unit().format(value).replaceAll("(\\.\\d*?)0+(?= |$)", "$1").replaceAll("\\.(?= |$)", "");
    }

    private static double step(Unit unit, double span) {
        double base = unit == Unit.BYTES ? 2 : 10;
        double rough = span / WANTED_MARKS;
        double power = Math.pow(base, Math.floor(log(rough, base) + 1e-9));
        if (unit == Unit.BYTES) {
            return rough <= power ? power : power * 2;
        }
        for (double factor : new double[] {1, 2, 5}) {
            if (rough <= power * factor * 1.0000001) {
                return power * factor;
            }
        }
        return power * 10;
    }

    private static double base(LinePlot.Axis axis) {
        return axis.unit() == Unit.BYTES ? 2 : 10;
    }

    private static double log(double value, double base) {
        return Math.log(value) / Math.log(base);
    }
}

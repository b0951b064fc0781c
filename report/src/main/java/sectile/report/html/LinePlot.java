package sectile.report.html;

import java.util.List;
import sectile.base.quantity.Unit;

/// Curves over a common axis, such as bandwidth over message size.
public record LinePlot(String title, Axis x, Axis y, List<Series> series) implements Section {
    /// What an axis counts. A logarithmic one shows only values above 0.
    public record Axis(String label, Unit unit, boolean logarithmic) {
        public Axis {
            if (unit == Unit.TEXT) {
                throw new IllegalArgumentException("an axis of text: " + label);
            }
        }
    }

    /// A curve through points in the given order, or points alone.
    public record Series(String name, List<Point> points, boolean joined) {
        public Series {
            points = List.copyOf(points);
        }

        public Series(String name, List<Point> points) {
            this(name, points, true);
        }
    }

    /// A point of a curve.
    ///
    /// @param label what the point is, if that is not its series
    public record Point(double x, double y, String label) {
        public Point(double x, double y) {
            this(x, y, "");
        }
    }

    public LinePlot {
        series = List.copyOf(series);
    }
}

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

    /// A curve through points in the given order.
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    public record Point(double x, double y) {}

    public LinePlot {
        series = List.copyOf(series);
    }
}

package sectile.report.html;

import java.util.List;
import sectile.base.quantity.Unit;

/// One horizontal bar per thing, such as the ten busiest links. A full bar is `max`.
public record BarChart(String title, Unit unit, double max, List<Bar> bars) implements Section {
    /// A thing and its value, at least 0.
    public record Bar(String label, double value) {}

    public BarChart {
        bars = List.copyOf(bars);
        if (!(max > 0) || !Double.isFinite(max)) {
            throw new IllegalArgumentException("a full bar of " + max);
        }
    }

    /// A chart whose longest bar is full.
    public static BarChart relative(String title, Unit unit, List<Bar> bars) {
        double max = bars.stream()
                .mapToDouble(Bar::value)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return new BarChart(title, unit, max > 0 ? max : 1, bars);
    }
}

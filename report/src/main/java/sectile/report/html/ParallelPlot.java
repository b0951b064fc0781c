package sectile.report.html;

import java.util.List;
import sectile.base.quantity.Unit;

/// Parallel coordinates: one upright axis per quantity, and a line through all of them per thing.
public record ParallelPlot(String title, List<Axis> axes, List<Line> lines) implements Section {
    /// An axis of numbers, or of words in the given order.
    ///
    /// @param words the places of an axis of words, from the bottom; empty for numbers
    public record Axis(String label, Unit unit, List<String> words) {
        public Axis {
            words = List.copyOf(words);
        }
    }

    /// A thing.
    ///
    /// @param values one per axis; of an axis of words, the index of the word
    /// @param strong whether it stands out
    public record Line(String label, List<Double> values, boolean strong) {
        public Line {
            values = List.copyOf(values);
        }
    }

    public ParallelPlot {
        axes = List.copyOf(axes);
        lines = List.copyOf(lines);
        for (Line line : lines) {
            if (line.values.size() != axes.size()) {
                throw new IllegalArgumentException(
                        line.label + " has " + line.values.size() + " values for " + axes.size() + " axes");
            }
        }
    }
}

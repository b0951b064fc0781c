package sectile.explore;

import java.util.List;
import sectile.base.diag.Span;

/// Something that is varied.
///
/// @param key a path of the topology, as for `--set`, or an option of the workload, such as `--algorithm`
/// @param name what tables and formulas call it
/// @param values as they are written on a command line, at least one, no two of them equal
public record Axis(String key, String name, List<String> values, Span span) {
    public Axis {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("an axis without values: " + key);
        }
    }

    /// Whether it varies an option rather than the machine.
    public boolean isOption() {
        return key.startsWith("--");
    }

    /// What a value adds to the command line.
    List<String> words(String value) {
        return isOption() ? List.of(key + "=" + value) : List.of("--set", key + "=" + value);
    }

    Axis named(String newName) {
        return new Axis(key, newName, values, span);
    }
}

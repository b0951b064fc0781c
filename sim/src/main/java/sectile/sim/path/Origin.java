package sectile.sim.path;

import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// The operation that some work is a part of.
///
/// @param op its name, such as `load` or `launch`
/// @param line the line that asked for it, `FILE:LINE`; empty if not known
/// @param place the PE that asked for it; null if none did
public record Origin(String op, String line, @Nullable Place place) {
    /// Nothing asked for it.
    public static final Origin NONE = new Origin("", "", null);
}

package sectile.sim.path;

import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// The operation that some work is a part of.
///
/// @param op its name, such as `load` or `launch`
/// @param line the line that asked for it, `FILE:LINE`; empty if not known
/// @param place the PE that asked for it; null if none did
/// @param phase that its kernel was in, by the marks it and the host have set; empty if none
public record Origin(String op, String line, @Nullable Place place, String phase) {
    /// Nothing asked for it.
    public static final Origin NONE = new Origin("", "", null, "");
}

package sectile.sim.trace;

import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// Where a kernel or the host says what it does from now on. It takes no time.
///
/// @param place the PE whose kernel says so; null for the host, whose marks hold for what it launches next
/// @param name of the phase that begins, after that of the host if there is one; empty where a phase ends
/// @param line that set it, `FILE:LINE`; empty if not known
public record Mark(@Nullable Place place, long timePs, String name, String line) {
    /// The same with its time counted from `originPs`.
    public Mark since(long originPs) {
        return new Mark(place, timePs - originPs, name, line);
    }
}

package sectile.interp.machine;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/// Where and when a call runs.
///
/// @param device the device a host sends it to
/// @param blocks how many blocks run it
/// @param deps ids of tasks that come first
/// @param free parameters that order nothing
/// @param predicate whether the call happens at all, asked when everything it depends on is done
public record Dispatch(
        OptionalLong device, OptionalLong blocks, List<Long> deps, Set<Integer> free, Predicate<Core> predicate) {
    public static final Dispatch PLAIN =
            new Dispatch(OptionalLong.empty(), OptionalLong.empty(), List.of(), Set.of(), core -> true);

    public Dispatch {
        deps = List.copyOf(deps);
        free = Set.copyOf(free);
    }
}

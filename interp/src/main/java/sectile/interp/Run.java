package sectile.interp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import sectile.base.array.NdArray;
import sectile.base.limit.Limits;
import sectile.interp.observe.Observer;

/// What to run, with what, and how.
///
/// @param entry the function; empty means the one that nobody calls
/// @param arguments by name: an [NdArray] for a tensor, a number or truth value for a scalar or a dynamic
///     dimension. Output parameters may be left out. For a window, or on several ranks without a host, an array
///     with one more dimension in front holds a part for every rank
/// @param ranks how many devices there are
/// @param scheduleSeed draws the order in which concurrent parts run; empty means first come, first served
/// @param observer hears what happens
/// @param patience after how many rounds of polling without any change the run counts as stuck
/// @param limits on the time and memory of this host
public record Run(
        String entry,
        Map<String, Object> arguments,
        int ranks,
        OptionalLong scheduleSeed,
        Observer observer,
        long patience,
        Limits limits) {
    private static final long PATIENCE = 20_000_000;

    public Run {
        arguments = Map.copyOf(arguments);
        if (ranks < 1) {
            throw new IllegalArgumentException("a run has at least one rank, found " + ranks);
        }
    }

    public static Run of(String entry) {
        return new Run(entry, Map.of(), 1, OptionalLong.empty(), Observer.NONE, PATIENCE, Limits.none());
    }

    public Run with(String name, NdArray value) {
        return withValue(name, value);
    }

    public Run with(String name, Number value) {
        return withValue(name, value);
    }

    public Run with(String name, boolean value) {
        return withValue(name, value);
    }

    private Run withValue(String name, Object value) {
        var more = new LinkedHashMap<>(arguments);
        more.put(name, value);
        return new Run(entry, more, ranks, scheduleSeed, observer, patience, limits);
    }

    public Run on(int newRanks) {
        return new Run(entry, arguments, newRanks, scheduleSeed, observer, patience, limits);
    }

    public Run seeded(long seed) {
        return new Run(entry, arguments, ranks, OptionalLong.of(seed), observer, patience, limits);
    }

    public Run watchedBy(Observer newObserver) {
        return new Run(entry, arguments, ranks, scheduleSeed, newObserver, patience, limits);
    }

    public Run patient(long rounds) {
        return new Run(entry, arguments, ranks, scheduleSeed, observer, rounds, limits);
    }

    public Run within(Limits newLimits) {
        return new Run(entry, arguments, ranks, scheduleSeed, observer, patience, newLimits);
    }
}

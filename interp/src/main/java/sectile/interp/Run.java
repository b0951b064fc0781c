package sectile.interp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import sectile.base.array.NdArray;
import sectile.base.limit.Limits;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.interp.machine.Disturbance;

/// What to run, with what, and how.
///
/// @param entry the function; empty means the one that no other calls
/// @param arguments by name: an [NdArray] for a tensor, a number or truth value for a scalar or a dynamic
///     dimension. Output parameters may be left out. For a window, or on several ranks without a host, an array
///     with one more dimension in front holds a part for every rank
/// @param ranks how many devices there are
/// @param order makes what decides in which order concurrent parts proceed; a run makes one and uses it up
/// @param observer hears what happens
/// @param patience after how many rounds of polling without any change the run counts as stuck
/// @param limits on the time and memory of this host
/// @param calls how often the function is called, one call after the other on each rank, with the same arguments
/// @param disturbances what goes wrong
public record Run(
        String entry,
        Map<String, Object> arguments,
        int ranks,
        Supplier<Order> order,
        Observer observer,
        long patience,
        Limits limits,
        int calls,
        List<Disturbance> disturbances) {
    private static final long PATIENCE = 20_000_000;

    public Run {
        arguments = Map.copyOf(arguments);
        disturbances = List.copyOf(disturbances);
        if (ranks < 1 || calls < 1) {
            throw new IllegalArgumentException(
                    "a run has at least one rank and one call, found " + ranks + " and " + calls);
        }
    }

    public static Run of(String entry) {
        return new Run(entry, Map.of(), 1, Order::firstCome, Observer.NONE, PATIENCE, Limits.none(), 1, List.of());
    }

    public Run with(String name, NdArray value) {
        return withValue(name, value);
    }

    /// An array in memory of a device, which must be one that the program can run on.
    public Run with(String name, PlacedArray value) {
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
        return new Run(entry, more, ranks, order, observer, patience, limits, calls, disturbances);
    }

    public Run on(int newRanks) {
        return new Run(entry, arguments, newRanks, order, observer, patience, limits, calls, disturbances);
    }

    /// Draws the order from a seed.
    public Run seeded(long seed) {
        return ordered(() -> Order.seeded(seed));
    }

    public Run ordered(Supplier<Order> newOrder) {
        return new Run(entry, arguments, ranks, newOrder, observer, patience, limits, calls, disturbances);
    }

    public Run watchedBy(Observer newObserver) {
        return new Run(entry, arguments, ranks, order, newObserver, patience, limits, calls, disturbances);
    }

    public Run patient(long rounds) {
        return new Run(entry, arguments, ranks, order, observer, rounds, limits, calls, disturbances);
    }

    public Run within(Limits newLimits) {
        return new Run(entry, arguments, ranks, order, observer, patience, newLimits, calls, disturbances);
    }

    /// Calls the function so often, without a meeting of the ranks between two calls. Windows keep what a call left
    /// in them, so a signal that it did not clear is still there in the next one.
    public Run repeated(int newCalls) {
        return new Run(entry, arguments, ranks, order, observer, patience, limits, newCalls, disturbances);
    }

    /// With what goes wrong, in place of what did before.
    public Run disturbedBy(List<Disturbance> wrong) {
        return new Run(entry, arguments, ranks, order, observer, patience, limits, calls, wrong);
    }
}

package sectile.sim.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.limit.Limits;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.sim.path.Tracing;
import sectile.sim.trace.OpListener;

/// How a machine is simulated; nothing here but `turns` and `faults` changes simulated times.
///
/// @param data whether values are computed, or only time
/// @param coroutines what kernel bodies run on
/// @param pace whether kernels may run ahead of the clock
/// @param listeners told of every operation
/// @param limits on the time and memory of this host
/// @param observer told of what kernels, engines and the host access, wait for and are ordered by; kernels of an
///     observed machine keep the plain pace
/// @param turns who decides in which order kernels and payloads go on; null for their times
/// @param tracing what is noted for [Machine#criticalPath(long, long)]
/// @param faults what goes wrong
public record MachineOptions(
        boolean data,
        CoroutineKind coroutines,
        Pace pace,
        List<OpListener> listeners,
        Limits limits,
        Observer observer,
        @Nullable Turns turns,
        Tracing tracing,
        List<Fault> faults) {
    /// An order of the concurrent parts of a run, for [#ordered].
    ///
    /// @param watchesArrivals whether arrivals are reported as what a receive from any direction waits for
    public record Turns(Order order, boolean watchesArrivals) {}

    public MachineOptions {
        listeners = List.copyOf(listeners);
        faults = List.copyOf(faults);
        // Where times mean nothing, nothing takes long for a reason.
        tracing = turns == null ? tracing : Tracing.OFF;
        pace = observer.isActive() || !faults.isEmpty() ? Pace.PLAIN : pace;
        if (turns != null && !observer.isActive()) {
            throw new IllegalArgumentException("a machine that is not observed takes no order");
        }
    }

    public static MachineOptions standard() {
        return new MachineOptions(
                true,
                CoroutineKind.fastest(),
                Pace.AHEAD,
                List.of(),
                Limits.none(),
                Observer.NONE,
                null,
                Tracing.OFF,
                List.of());
    }

    public MachineOptions withData(boolean wanted) {
        return new MachineOptions(wanted, coroutines, pace, listeners, limits, observer, turns, tracing, faults);
    }

    public MachineOptions withCoroutines(CoroutineKind kind) {
        return new MachineOptions(data, kind, pace, listeners, limits, observer, turns, tracing, faults);
    }

    /// The same with kernels that keep time in another way, to check one by the other.
    public MachineOptions withPace(Pace wanted) {
        return new MachineOptions(data, coroutines, wanted, listeners, limits, observer, turns, tracing, faults);
    }

    public MachineOptions withListener(OpListener listener) {
        List<OpListener> more = new java.util.ArrayList<>(listeners);
        more.add(listener);
        return new MachineOptions(data, coroutines, pace, more, limits, observer, turns, tracing, faults);
    }

    public MachineOptions within(Limits newLimits) {
        return new MachineOptions(data, coroutines, pace, listeners, newLimits, observer, turns, tracing, faults);
    }

    /// The same with an observer more.
    public MachineOptions watchedBy(Observer another) {
        return new MachineOptions(
                data, coroutines, pace, listeners, limits, observer.and(another), turns, tracing, faults);
    }

    /// The same with kernels and payloads that go on in an order of the caller's choice instead of at their times: a
    /// kernel asks before each use of a queue, a payload before it is in the ring of its receiver. Values are those
    /// of a machine on which these take whatever time leads to that order; times mean nothing. The machine must be
    /// observed.
    ///
    /// @param order of one run
    /// @param watchesArrivals whether the observer is told of arrivals as signals, and of a kernel that receives
    ///     from any direction as one that waits for them; without it such a kernel ends the run with
    ///     [ArrivalOrderMatters]
    public MachineOptions ordered(Order order, boolean watchesArrivals) {
        return new MachineOptions(
                data,
                coroutines,
                pace,
                listeners,
                limits,
                observer,
                new Turns(order, watchesArrivals),
                tracing,
                faults);
    }

    /// The same with more or less noted of why things happen when they do.
    public MachineOptions traced(Tracing wanted) {
        return new MachineOptions(data, coroutines, pace, listeners, limits, observer, turns, wanted, faults);
    }

    /// The same with one more thing that goes wrong. Kernels keep the plain pace then.
    public MachineOptions failing(Fault wrong) {
        List<Fault> more = new java.util.ArrayList<>(faults);
        more.add(wrong);
        return new MachineOptions(data, coroutines, pace, listeners, limits, observer, turns, tracing, more);
    }
}

package sectile.sim.machine;

import java.util.List;
import java.util.Map;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.limit.Limits;
import sectile.base.observe.Observer;
import sectile.sim.trace.OpListener;

/// How a machine is simulated; nothing here but `speeds` changes simulated times.
///
/// @param data whether values are computed, or only time
/// @param coroutines what kernel bodies run on
/// @param pace whether kernels may run ahead of the clock
/// @param listeners told of every operation
/// @param speeds by SIP, how fast its engines are relative to the topology: 0.5 takes twice the time; 1 for
///     SIPs not named
/// @param limits on the time and memory of this host
/// @param observer told of what kernels, engines and the host access, wait for and are ordered by; kernels of an
///     observed machine keep the plain pace
public record MachineOptions(
        boolean data,
        CoroutineKind coroutines,
        Pace pace,
        List<OpListener> listeners,
        Map<Integer, Double> speeds,
        Limits limits,
        Observer observer) {
    public MachineOptions {
        listeners = List.copyOf(listeners);
        speeds = Map.copyOf(speeds);
        pace = observer.isActive() ? Pace.PLAIN : pace;
        for (double speed : speeds.values()) {
            if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a speed of " + speed);
            }
        }
    }

    public static MachineOptions standard() {
        return new MachineOptions(
                true, CoroutineKind.fastest(), Pace.AHEAD, List.of(), Map.of(), Limits.none(), Observer.NONE);
    }

    public MachineOptions withData(boolean wanted) {
        return new MachineOptions(wanted, coroutines, pace, listeners, speeds, limits, observer);
    }

    public MachineOptions withCoroutines(CoroutineKind kind) {
        return new MachineOptions(data, kind, pace, listeners, speeds, limits, observer);
    }

    /// The same with kernels that keep time in another way, to check one by the other.
    public MachineOptions withPace(Pace wanted) {
        return new MachineOptions(data, coroutines, wanted, listeners, speeds, limits, observer);
    }

    public MachineOptions withListener(OpListener listener) {
        List<OpListener> more = new java.util.ArrayList<>(listeners);
        more.add(listener);
        return new MachineOptions(data, coroutines, pace, more, speeds, limits, observer);
    }

    /// The same with engines of one SIP slower or faster: a straggler.
    public MachineOptions withSpeed(int sip, double factor) {
        Map<Integer, Double> changed = new java.util.HashMap<>(speeds);
        changed.put(sip, factor);
        return new MachineOptions(data, coroutines, pace, listeners, changed, limits, observer);
    }

    public MachineOptions within(Limits newLimits) {
        return new MachineOptions(data, coroutines, pace, listeners, speeds, newLimits, observer);
    }

    /// The same with an observer more.
    public MachineOptions watchedBy(Observer another) {
        return new MachineOptions(data, coroutines, pace, listeners, speeds, limits, observer.and(another));
    }
}

package sectile.sim.machine;

import java.util.List;
import sectile.sim.engine.CoroutineKind;
import sectile.sim.trace.OpListener;

/// How a machine is simulated; nothing here changes simulated times.
///
/// @param data whether values are computed, or only time
/// @param coroutines what kernel bodies run on
/// @param listeners told of every operation
public record MachineOptions(boolean data, CoroutineKind coroutines, List<OpListener> listeners) {
    public MachineOptions {
        listeners = List.copyOf(listeners);
    }

    public static MachineOptions standard() {
        return new MachineOptions(true, CoroutineKind.CONTINUATION, List.of());
    }

    public MachineOptions withData(boolean wanted) {
        return new MachineOptions(wanted, coroutines, listeners);
    }

    public MachineOptions withCoroutines(CoroutineKind kind) {
        return new MachineOptions(data, kind, listeners);
    }

    public MachineOptions withListener(OpListener listener) {
        List<OpListener> more = new java.util.ArrayList<>(listeners);
        more.add(listener);
        return new MachineOptions(data, coroutines, more);
    }
}

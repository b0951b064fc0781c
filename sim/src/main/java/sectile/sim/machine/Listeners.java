package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;
import sectile.sim.topology.EnergySpec;
import sectile.sim.trace.Mark;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// Those that are told what happens on a machine, and what they want to hear of. The meter of energy is one of them.
final class Listeners {
    private final List<OpListener> all;
    /// Null where nothing is known of energy.
    private final @Nullable EnergyMeter meter;
    private final @Nullable Consumer<Occupancy> occupancy;
    private final boolean lines;
    private final boolean marks;
    private String phase = "";

    Listeners(List<OpListener> given, EnergySpec energy) {
        all = new ArrayList<>(given);
        meter = energy.isEmpty() ? null : new EnergyMeter(energy);
        if (meter != null) {
            all.add(meter);
        }
        occupancy = all.stream().anyMatch(OpListener::wantsOccupancy) ? this::occupied : null;
        lines = all.stream().anyMatch(OpListener::wantsKernelLines);
        marks = all.stream().anyMatch(OpListener::wantsMarks);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean wantKernelLines() {
        return lines;
    }

    boolean wantMarks() {
        return marks;
    }

    @Nullable
    EnergyMeter meter() {
        return meter;
    }

    /// Who is told of links and processors; null if nobody wants to know.
    @Nullable
    Consumer<Occupancy> occupancy() {
        return occupancy;
    }

    private void occupied(Occupancy what) {
        for (OpListener listener : all) {
            listener.occupied(what);
        }
    }

    void op(Op op) {
        for (OpListener listener : all) {
            listener.op(op);
        }
    }

    /// What the host says it does; empty if nothing.
    String phase() {
        return phase;
    }

    /// The host says what it does from now on.
    void mark(long timePs, String name, String line) {
        if (marks) {
            phase = name;
            mark(null, timePs, name, line);
        }
    }

    /// @param place null for the host
    void mark(@Nullable Place place, long timePs, String name, String line) {
        Mark mark = new Mark(place, timePs, name, line);
        for (OpListener listener : all) {
            listener.marked(mark);
        }
    }
}

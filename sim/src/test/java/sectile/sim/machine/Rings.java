package sectile.sim.machine;

import java.util.List;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Space;

/// Queue installations tests ask for again and again.
final class Rings {
    static final Place A = new Place(0, 0, 0);
    static final Place B = new Place(0, 0, 1);

    private Rings() {}

    static InstallPlan ring(Space buffer, int slots, long slotBytes, Place... places) {
        return InstallPlan.of(Wiring.ring(List.of(places)), new QueueConfig(buffer, slots, slotBytes, 16));
    }

    static InstallPlan pair(int slots, long slotBytes) {
        return ring(Space.TCM, slots, slotBytes, A, B);
    }
}

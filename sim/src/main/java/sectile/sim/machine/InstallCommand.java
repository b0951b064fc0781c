package sectile.sim.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.InstallPlan.Connection;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.trace.Lane;

/// `IpcqInit`: gives every PE of a plan its queues.
final class InstallCommand extends Command {
    private final InstallPlan plan;
    private final Map<Place, Map<String, Long>> rings;
    private final long number;

    InstallCommand(Simulation simulation, InstallPlan plan, Map<Place, Map<String, Long>> rings) {
        super(simulation, PeSet.of(plan.places()));
        this.number = simulation.newInstallation();
        this.plan = plan;
        this.rings = rings;
    }

    @Override
    String what() {
        return "install queues";
    }

    @Override
    long payloadBytes(Place place) {
        return entries(place) * simulation.topology().fabric().entryBytes();
    }

    @Override
    boolean isBroadcast() {
        return false;
    }

    @Override
    long entries(Place place) {
        return plan.table(place).size();
    }

    @Override
    void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        long service = pe.costs().service(ComponentKind.PE_IPCQ, entries(pe.place()));
        pe.serve(Lane.IPCQ, service, () -> {
            install(pe);
            done.run();
        });
    }

    private void install(Pe pe) {
        List<WiredPair> pairs = new ArrayList<>();
        for (Connection connection : plan.table(pe.place())) {
            pairs.add(new WiredPair(
                    pe,
                    pairs.size(),
                    number,
                    connection,
                    plan.config(),
                    ring(pe.place(), connection.direction()),
                    ring(connection.peer(), connection.peerDirection())));
        }
        pe.queues().install(plan.set(), new Ipcq<>(pairs), number);
    }

    private long ring(Place place, String direction) {
        Long address = rings.getOrDefault(place, new HashMap<>()).get(direction);
        if (address == null) {
            throw new IllegalStateException("no ring for " + place + " " + direction);
        }
        return address;
    }
}

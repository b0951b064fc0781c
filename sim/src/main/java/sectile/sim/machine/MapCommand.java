package sectile.sim.machine;

import java.util.List;
import java.util.function.Function;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.memory.Mmu;

/// `MmuMap`: programs the PE_MMUs of a set of PEs.
final class MapCommand extends Command {
    private final Function<Place, List<Mmu.Entry>> entries;

    MapCommand(Simulation simulation, PeSet where, Function<Place, List<Mmu.Entry>> entries) {
        super(simulation, where);
        this.entries = entries;
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
        return entries.apply(place).size();
    }

    @Override
    void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        List<Mmu.Entry> table = entries.apply(pe.place());
        simulation.engine().schedule(simulation.service(ComponentKind.PE_MMU, table.size()), () -> {
            pe.map(pe.mmu().with(table));
            done.run();
        });
    }
}

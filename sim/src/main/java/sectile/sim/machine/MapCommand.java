package sectile.sim.machine;

import java.util.List;
import java.util.function.Function;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.memory.Mmu;

/// `MmuMap`: programs the PE_MMUs of a set of PEs.
final class MapCommand extends Command {
    private final Function<Place, List<Mmu.Entry>> entries;
    /// PEs that had the same map and get the same entries share the map they have then.
    private Mmu lastBefore = Mmu.empty();
    private Mmu lastAfter = Mmu.empty();
    private List<Mmu.Entry> lastTable = List.of();

    MapCommand(Simulation simulation, PeSet where, Function<Place, List<Mmu.Entry>> entries) {
        super(simulation, where);
        this.entries = entries;
    }

    @Override
    String what() {
        return "map";
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
    @SuppressWarnings("ReferenceEquality") // a list like the last one is as good; the same one is quick to tell
    void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        List<Mmu.Entry> table = entries.apply(pe.place());
        pe.translate(pe.costs().service(ComponentKind.PE_MMU, table.size()), () -> {
            if (pe.mmu() != lastBefore || table != lastTable) {
                lastAfter = with(pe, table);
                lastBefore = pe.mmu();
                lastTable = table;
            }
            pe.map(lastAfter);
            done.run();
        });
    }

    private static Mmu with(Pe pe, List<Mmu.Entry> table) {
        try {
            return pe.mmu().with(table);
        } catch (DiagnosticException e) {
            throw Errors.on(pe.place(), e);
        }
    }
}

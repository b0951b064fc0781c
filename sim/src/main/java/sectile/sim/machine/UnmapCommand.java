package sectile.sim.machine;

import sectile.sim.Place;
import sectile.sim.component.ComponentKind;

/// `MmuUnmap`: makes PE_MMUs forget a virtual range.
final class UnmapCommand extends Command {
    private final long virtual;
    private final long bytes;

    UnmapCommand(Simulation simulation, PeSet where, long virtual, long bytes) {
        super(simulation, where);
        this.virtual = virtual;
        this.bytes = bytes;
    }

    @Override
    String what() {
        return "unmap";
    }

    @Override
    long payloadBytes(Place place) {
        return simulation.topology().fabric().entryBytes();
    }

    @Override
    boolean isBroadcast() {
        return true;
    }

    @Override
    long entries(Place place) {
        return 1;
    }

    @Override
    void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        pe.translate(pe.costs().service(ComponentKind.PE_MMU, 1), () -> {
            pe.map(pe.mmu().without(virtual, bytes));
            done.run();
        });
    }
}

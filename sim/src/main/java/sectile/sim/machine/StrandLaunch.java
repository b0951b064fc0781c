package sectile.sim.machine;

import java.util.Map;
import java.util.Queue;
import sectile.sim.Place;
import sectile.sim.path.Cause;

/// Blocks of a program sent to PEs, each PE with those it runs one after the other.
final class StrandLaunch extends Command {
    private final Strands strands;
    private final Map<Place, Queue<Runnable>> blocks;
    private final long payloadBytes;
    private final String line;
    /// What the host or the orchestrator says it is a part of.
    private final String phase;

    StrandLaunch(
            Simulation simulation,
            Strands strands,
            Map<Place, Queue<Runnable>> blocks,
            long payloadBytes,
            String line) {
        super(simulation, PeSet.of(blocks.keySet()));
        this.strands = strands;
        this.blocks = blocks;
        this.payloadBytes = payloadBytes;
        this.line = line;
        this.phase = simulation.listeners().phase();
    }

    @Override
    String what() {
        return "launch";
    }

    @Override
    String line() {
        return line;
    }

    @Override
    long payloadBytes(Place place) {
        return payloadBytes;
    }

    @Override
    boolean isBroadcast() {
        return true;
    }

    @Override
    long entries(Place place) {
        return 0;
    }

    @Override
    void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        Queue<Runnable> own = blocks.getOrDefault(pe.place(), new java.util.ArrayDeque<>());
        pe.occupy(() -> next(pe, own, done));
    }

    private void next(Pe pe, Queue<Runnable> left, Runnable done) {
        Runnable block = left.poll();
        if (block == null) {
            simulation.begin("completion", Cause.LAUNCH, line);
            pe.vacate();
            done.run();
            return;
        }
        pe.beginPhase(phase);
        strands.start(block, () -> {
            pe.endPhase();
            next(pe, left, done);
        });
    }
}

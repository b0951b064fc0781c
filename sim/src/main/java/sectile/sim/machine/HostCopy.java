package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Units;

/// Copies between the host and one memory, over the fabric.
final class HostCopy {
    private final Simulation simulation;

    HostCopy(Simulation simulation) {
        this.simulation = simulation;
    }

    /// Writes; `done` runs when the host has the acknowledgement.
    void write(long address, long bytes, byte @Nullable [] data, Runnable done) {
        Endpoint memory = memory(address, bytes);
        serveHost(() -> simulation.send(Endpoint.HOST, memory, simulation.controlBytes() + bytes, Channel.DATA, () -> {
            if (data != null) {
                simulation.memory().write(address, data, 0, data.length);
            }
            simulation.send(memory, Endpoint.HOST, simulation.controlBytes(), Channel.CONTROL, () -> serveHost(done));
        }));
    }

    /// Reads into `target`, which is null when no values are computed.
    void read(long address, long bytes, byte @Nullable [] target, Runnable done) {
        Endpoint memory = memory(address, bytes);
        serveHost(() -> simulation
                .fabric()
                .send(
                        simulation.requestRoute(Endpoint.HOST, memory),
                        simulation.requestBytes(),
                        Channel.CONTROL,
                        Units.ofPicoseconds(simulation.now()),
                        0,
                        () -> {
                            if (target != null) {
                                simulation.memory().read(address, target, 0, target.length);
                            }
                            simulation.send(memory, Endpoint.HOST, bytes, Channel.DATA, () -> serveHost(done));
                        }));
    }

    /// The memory a copy of the host would touch; a diagnostic if it touches more than one, or none.
    Endpoint memory(long address, long bytes) {
        if (bytes < 0) {
            throw Errors.negativeSize(bytes);
        }
        return Addresses.endpoint(simulation, address, bytes);
    }

    private void serveHost(Runnable then) {
        simulation.host().serve(simulation.service(ComponentKind.HOST, 0), then);
    }
}

package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.observe.Actor;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Units;
import sectile.sim.path.Cause;

/// Copies between the host and one memory, over the fabric.
final class HostCopy {
    private final Simulation simulation;

    HostCopy(Simulation simulation) {
        this.simulation = simulation;
    }

    /// Writes; `done` runs when the host has the acknowledgement.
    void write(long address, long bytes, byte @Nullable [] data, Runnable done) {
        Endpoint memory = memory(address, bytes);
        Watched watched = watched(true, address, bytes, done);
        simulation.begin("copy in", Cause.HOST);
        serveHost(() -> simulation.send(Endpoint.HOST, memory, simulation.controlBytes() + bytes, Channel.DATA, () -> {
            if (data != null) {
                simulation.memory().write(address, data, 0, data.length);
            }
            watched.access.run();
            simulation.send(
                    memory, Endpoint.HOST, simulation.controlBytes(), Channel.CONTROL, () -> serveHost(watched.done));
        }));
    }

    /// Reads into `target`, which is null when no values are computed.
    void read(long address, long bytes, byte @Nullable [] target, Runnable done) {
        Endpoint memory = memory(address, bytes);
        Watched watched = watched(false, address, bytes, done);
        simulation.begin("copy out", Cause.HOST);
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
                            watched.access.run();
                            simulation.send(memory, Endpoint.HOST, bytes, Channel.DATA, () -> serveHost(watched.done));
                        }));
    }

    /// What to do when the copy accesses memory, and when the host knows that it is done.
    private record Watched(Runnable access, Runnable done) {}

    private Watched watched(boolean writes, long address, long bytes, Runnable done) {
        Watch watch = simulation.watch();
        if (watch == null) {
            return new Watched(() -> {}, done);
        }
        Actor copy = watch.copyStarted(writes, address, bytes);
        return new Watched(() -> watch.copied(copy, writes, address, bytes), () -> {
            watch.copyEnded(copy);
            done.run();
        });
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

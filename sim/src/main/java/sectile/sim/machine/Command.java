package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.path.Cause;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// Something the host asks of a set of PEs. It travels host → IO_CPU → M_CPU → PE_CPU, is carried out there,
/// and its completion comes back the same way: an M_CPU reports when all its PEs have, an IO_CPU when all its
/// M_CPUs have.
///
/// A message to an IO_CPU or M_CPU carries what all the PEs below it will get, once if it is the same for all.
abstract class Command implements Pending {
    final Simulation simulation;
    private final PeSet where;
    private int sipsLeft;
    private @Nullable Step lastSip;
    private boolean completed;
    private Runnable whenDone = () -> {};

    Command(Simulation simulation, PeSet where) {
        this.simulation = simulation;
        this.where = where;
    }

    /// What it is called.
    abstract String what();

    /// The line of a program that asked for it, `FILE:LINE`; empty if not known.
    String line() {
        return "";
    }

    /// What the message to one PE carries beyond its header.
    abstract long payloadBytes(Place place);

    /// Whether every PE gets the same, so that a message on its way down carries it once.
    abstract boolean isBroadcast();

    /// Table entries in the message to one PE, which processors on the way take time to handle.
    abstract long entries(Place place);

    /// Carries the command out on a PE; `done` must run once it is.
    abstract void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done);

    /// The host has the last completion.
    void complete() {}

    @Override
    public final boolean isDone() {
        return completed;
    }

    @Override
    public final void whenDone(Runnable action) {
        whenDone = Pending.after(completed, whenDone, action);
    }

    PeSet where() {
        return where;
    }

    final void submit() {
        simulation.begin(what(), Cause.LAUNCH, line());
        sipsLeft = where.sips().size();
        simulation.host().serve(simulation.service(ComponentKind.HOST, 0), () -> {
            if (sipsLeft == 0) {
                finish();
            }
            for (PeSet.SipGroup sip : where.sips()) {
                toSip(sip);
            }
        });
    }

    /// The same from the control processor of a SIP to PEs of that SIP; done when that processor has the last
    /// completion.
    final void submitFrom(int sip) {
        sipsLeft = 1;
        simulation.begin(what(), Cause.LAUNCH, line());
        if (where.sips().size() != 1 || where.sips().getFirst().sip() != sip) {
            throw new IllegalArgumentException("SIP " + sip + " commands its own PEs, not " + where.places());
        }
        PeSet.SipGroup group = where.sips().getFirst();
        long entries = 0;
        for (PeSet.CubeGroup cube : group.cubes()) {
            entries += entries(cube);
        }
        simulation
                .ioCpu(sip)
                .serve(simulation.service(ComponentKind.IO_CPU, entries), () -> atIoCpu(group, this::sipDone));
    }

    private void finish() {
        completed = true;
        simulation.known();
        complete();
        whenDone.run();
    }

    private void toSip(PeSet.SipGroup sip) {
        long bytes = 0;
        long entries = 0;
        for (PeSet.CubeGroup cube : sip.cubes()) {
            bytes = isBroadcast() ? payload(cube) : bytes + payload(cube);
            entries += entries(cube);
        }
        long all = entries;
        send(
                Endpoint.HOST,
                Endpoint.ioCpu(sip.sip()),
                bytes,
                () -> simulation
                        .ioCpu(sip.sip())
                        .serve(
                                simulation.service(ComponentKind.IO_CPU, all),
                                () -> atIoCpu(sip, () -> reportFrom(sip))));
    }

    private void reportFrom(PeSet.SipGroup sip) {
        send(
                Endpoint.ioCpu(sip.sip()),
                Endpoint.HOST,
                0,
                () -> simulation.host().serve(simulation.service(ComponentKind.HOST, 0), this::sipDone));
    }

    private void atIoCpu(PeSet.SipGroup sip, Runnable allDone) {
        Countdown cubesLeft = new Countdown(simulation.trail(), sip.cubes().size(), allDone);
        for (PeSet.CubeGroup cube : sip.cubes()) {
            send(
                    Endpoint.ioCpu(sip.sip()),
                    Endpoint.mCpu(sip.sip(), cube.cube()),
                    payload(cube),
                    () -> simulation
                            .mCpu(sip.sip(), cube.cube())
                            .serve(
                                    simulation.service(ComponentKind.M_CPU, entries(cube)),
                                    () -> atMCpu(sip, cube, cubesLeft)));
        }
    }

    private void sipDone() {
        Trail trail = simulation.trail();
        if (trail != null) {
            trail.join(lastSip, null);
            lastSip = trail.now();
        }
        if (--sipsLeft == 0) {
            finish();
        }
    }

    private void atMCpu(PeSet.SipGroup sip, PeSet.CubeGroup cube, Countdown cubesLeft) {
        Endpoint mCpu = Endpoint.mCpu(sip.sip(), cube.cube());
        Countdown pesLeft = new Countdown(
                simulation.trail(),
                cube.size(),
                () -> send(
                        mCpu,
                        Endpoint.ioCpu(sip.sip()),
                        0,
                        () -> simulation
                                .ioCpu(sip.sip())
                                .serve(simulation.service(ComponentKind.IO_CPU, 0), cubesLeft::one)));
        for (int i = 0; i < cube.size(); i++) {
            Place place = cube.place(i);
            send(mCpu, Endpoint.pe(place), payloadBytes(place), () -> {
                Pe pe = simulation.pe(place);
                pe.cpu()
                        .serve(
                                simulation.service(ComponentKind.PE_CPU, entries(place)),
                                () -> perform(pe, cube, sip, () -> back(place, mCpu, pesLeft)));
            });
        }
    }

    private void back(Place place, Endpoint mCpu, Countdown pesLeft) {
        send(
                Endpoint.pe(place),
                mCpu,
                0,
                () -> simulation
                        .mCpu(place.sip(), place.cube())
                        .serve(simulation.service(ComponentKind.M_CPU, 0), pesLeft::one));
    }

    private void send(Endpoint from, Endpoint to, long payload, Runnable then) {
        simulation.send(from, to, simulation.controlBytes() + payload, Channel.CONTROL, then::run);
    }

    private long payload(PeSet.CubeGroup cube) {
        if (isBroadcast()) {
            return payloadBytes(cube.place(0));
        }
        long sum = 0;
        for (int i = 0; i < cube.size(); i++) {
            sum += payloadBytes(cube.place(i));
        }
        return sum;
    }

    private long entries(PeSet.CubeGroup cube) {
        long sum = 0;
        for (int i = 0; i < cube.size(); i++) {
            sum += entries(cube.place(i));
        }
        return sum;
    }
}

package sectile.sim.machine;

import java.util.List;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Units;
import sectile.sim.path.Cause;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// Carries out the [Work] of strands.
///
/// On a PE the scheduler passes every request on; then GEMM, MATH, TCM and the outbound DMA serve one request at a
/// time.
/// The host and control processors reach memory by messages of their own.
final class Workshop {
    private final Simulation simulation;

    Workshop(Simulation simulation) {
        this.simulation = simulation;
    }

    void perform(Site site, Work work, String line, Runnable done) {
        Trail trail = simulation.trail();
        Step cause = trail == null ? null : trail.now();
        begin(site, work, line, done);
        if (trail != null && cause != null) {
            // The strand may ask for more before what it has asked for begins.
            trail.now(cause);
        }
    }

    private void begin(Site site, Work work, String line, Runnable done) {
        switch (site) {
            case Site.Element element -> onPe(simulation.pe(element.place()), work, line, done);
            case Site.Control control ->
                onProcessor(
                        simulation.ioCpu(control.sip()),
                        ComponentKind.IO_CPU,
                        Endpoint.ioCpu(control.sip()),
                        work,
                        line,
                        done);
            case Site.Host host -> onProcessor(simulation.host(), ComponentKind.HOST, Endpoint.HOST, work, line, done);
        }
    }

    // On a PE

    private void onPe(Pe pe, Work work, String line, Runnable done) {
        pe.kernelBegins(simulation.now());
        pe.locate(line);
        switch (work) {
            case Work.Compute compute -> at(pe, pe.math(compute.op(), compute.elements(), compute.dtype()), done);
            case Work.Multiply multiply ->
                at(pe, pe.gemm(pe.schedule(), multiply.m(), multiply.n(), multiply.k(), multiply.dtype()), done);
            case Work.Move move -> at(pe, pe.move(move.name(), move.bytes()), done);
            case Work.Read read -> {
                long ready = pe.schedule();
                new Dma(pe)
                        .read(
                                read.name(),
                                ready,
                                translation(pe),
                                pieces(read.from()),
                                null,
                                bytes -> {
                                    done.run();
                                },
                                line,
                                null);
            }
            case Work.Write write -> {
                long ready = pe.schedule();
                new Dma(pe).write(write.name(), ready, translation(pe), pieces(write.to()), null, done, line, null);
            }
            case Work.Signal signal -> signal(pe, signal, line, done);
            case Work.Message message -> throw new IllegalArgumentException("a PE sends no message to " + message.to());
        }
    }

    /// A tensor's addresses are virtual; the PE_MMU takes its time once per request.
    private static long translation(Pe pe) {
        return pe.costs().service(ComponentKind.PE_MMU, 0);
    }

    private void signal(Pe pe, Work.Signal signal, String line, Runnable done) {
        long ready = pe.schedule();
        long bytes = signalBytes(signal);
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.purpose("notify", line, Cause.CELL);
        }
        int channel = pe.channel(memory(signal.cell()));
        long start = pe.bookDmaOut(channel, ready + translation(pe), bytes);
        long from = pe.dmaOutFromPs();
        long left = pe.dmaOutFreePs(channel);
        String phase = pe.phase();
        Cause after = pe.after();
        simulation
                .fabric()
                .send(
                        simulation.route(Endpoint.pe(pe.place()), memory(signal.cell())),
                        bytes,
                        Channel.DATA,
                        start,
                        pe.costs().dmaOutUnitsPerByte(),
                        () -> {
                            pe.locate(line);
                            pe.recordSent(ready, from, left, "notify", bytes, line, phase, after);
                            signal.effect().run();
                        });
        at(pe, Units.ceilPicoseconds(Units.after(start, bytes, pe.costs().dmaOutUnitsPerByte())), done);
    }

    private long signalBytes(Work.Signal signal) {
        return simulation.requestBytes() + signal.cell().bytes();
    }

    // On the host or a control processor

    private void onProcessor(
            Processor processor, ComponentKind kind, Endpoint here, Work work, String line, Runnable done) {
        long service = simulation.service(kind, 0);
        simulation.begin(name(work), purpose(work), line);
        switch (work) {
            case Work.Read read ->
                processor.serve(service, () -> {
                    Countdown left =
                            new Countdown(simulation.trail(), read.from().size(), () -> processor.serve(service, done));
                    for (Work.Extent extent : read.from()) {
                        Endpoint memory = memory(extent);
                        simulation
                                .fabric()
                                .send(
                                        simulation.requestRoute(here, memory),
                                        simulation.requestBytes(),
                                        Channel.CONTROL,
                                        Units.ofPicoseconds(simulation.now()),
                                        0,
                                        () -> simulation.send(memory, here, extent.bytes(), Channel.DATA, left::one));
                    }
                });
            case Work.Write write ->
                processor.serve(service, () -> {
                    Countdown left =
                            new Countdown(simulation.trail(), write.to().size(), () -> processor.serve(service, done));
                    for (Work.Extent extent : write.to()) {
                        Endpoint memory = memory(extent);
                        simulation.send(
                                here,
                                memory,
                                simulation.controlBytes() + extent.bytes(),
                                Channel.DATA,
                                () -> simulation.send(
                                        memory, here, simulation.controlBytes(), Channel.CONTROL, left::one));
                    }
                });
            case Work.Signal signal ->
                processor.serve(service, () -> {
                    simulation.send(
                            here,
                            memory(signal.cell()),
                            signalBytes(signal),
                            Channel.DATA,
                            () -> signal.effect().run());
                    done.run();
                });
            case Work.Message message ->
                processor.serve(
                        service,
                        () -> simulation.send(
                                here,
                                endpoint(message.to()),
                                simulation.controlBytes() + message.payloadBytes(),
                                Channel.CONTROL,
                                () -> receive(message.to(), done)));
            case Work.Compute compute -> throw onlyOnPe(compute);
            case Work.Multiply multiply -> throw onlyOnPe(multiply);
            case Work.Move move -> throw onlyOnPe(move);
        }
    }

    private static String name(Work work) {
        return switch (work) {
            case Work.Read read -> read.name();
            case Work.Write write -> write.name();
            case Work.Signal signal -> "notify";
            case Work.Message message -> "message";
            case Work.Compute compute -> throw onlyOnPe(compute);
            case Work.Multiply multiply -> throw onlyOnPe(multiply);
            case Work.Move move -> throw onlyOnPe(move);
        };
    }

    private static Cause purpose(Work work) {
        return switch (work) {
            case Work.Read read -> Cause.OPERAND;
            case Work.Write write -> Cause.OPERAND;
            case Work.Signal signal -> Cause.CELL;
            case Work.Message message -> Cause.LAUNCH;
            case Work.Compute compute -> Cause.OPERAND;
            case Work.Multiply multiply -> Cause.OPERAND;
            case Work.Move move -> Cause.OPERAND;
        };
    }

    private static IllegalArgumentException onlyOnPe(Work work) {
        return new IllegalArgumentException("only a PE does " + work);
    }

    private void receive(Site to, Runnable done) {
        switch (to) {
            case Site.Host host -> simulation.host().serve(simulation.service(ComponentKind.HOST, 0), done);
            case Site.Control control ->
                simulation.ioCpu(control.sip()).serve(simulation.service(ComponentKind.IO_CPU, 0), done);
            case Site.Element element ->
                throw new IllegalArgumentException("messages go to processors, not " + element);
        }
    }

    private static Endpoint endpoint(Site site) {
        return switch (site) {
            case Site.Host host -> Endpoint.HOST;
            case Site.Control control -> Endpoint.ioCpu(control.sip());
            case Site.Element element -> Endpoint.pe(element.place());
        };
    }

    // Memory and time

    private List<Piece> pieces(List<Work.Extent> extents) {
        return extents.stream()
                .map(extent -> new Piece(memory(extent), extent.bytes(), List.of()))
                .toList();
    }

    private Endpoint memory(Work.Extent extent) {
        return Addresses.endpoint(simulation, extent.address());
    }

    private void at(Pe pe, long timePs, Runnable done) {
        EngineTrail trail = pe.trail();
        if (trail == null) {
            simulation.engine().schedule(timePs - simulation.now(), done);
            return;
        }
        trail.roundUp(timePs);
        Step work = trail.latest();
        simulation.engine().schedule(timePs - simulation.now(), () -> {
            trail.trail().now(work);
            done.run();
        });
    }
}

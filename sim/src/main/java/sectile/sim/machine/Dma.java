package sectile.sim.machine;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Actor;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Delivery;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Fabric;
import sectile.sim.fabric.Link;
import sectile.sim.fabric.Units;
import sectile.sim.kernel.GemmPlan.Window;
import sectile.sim.path.Cause;

/// The DMA engine of a PE: reads and writes rectangles of memory through the fabric.
///
/// A read sends a request to each memory concerned; the bytes are those that are there when the request
/// arrives. A write books the outbound half for the time its bytes take to leave; they are in memory when the
/// last one arrives.
final class Dma {
    private final Pe pe;
    private final Simulation simulation;

    Dma(Pe pe) {
        this.pe = pe;
        this.simulation = pe.simulation();
    }

    /// Reads from `readyPs` on, and hands the bytes over (null without values) when the last one is in TCM.
    ///
    /// @param by who reads, to the observer; null without one
    void read(String op, long readyPs, Window window, @Nullable By by, Consumer<byte @Nullable []> done) {
        List<Piece> pieces = Addresses.pieces(pe, window, simulation.computesValues() || by != null);
        byte[] bytes = simulation.computesValues() ? new byte[Math.toIntExact(window.bytes())] : null;
        read(op, readyPs, translation(window.address()), pieces, bytes, done, pe.line(), by);
    }

    /// Who asks for a transfer, to the observer of the machine.
    record By(Watch watch, Actor actor, Span span) {
        /// The same delivery, which reports the access and what held it up.
        Delivery reporting(AccessKind kind, Piece piece, Delivery delivery) {
            return new Delivery() {
                @Override
                public void delivered() {
                    watch.access(actor, kind, piece, span);
                    delivery.delivered();
                }

                @Override
                public void delayed(Link link, long sincePs, long untilPs) {
                    watch.delay(actor, link, sincePs, untilPs, span);
                }
            };
        }

        /// The same delivery, which only reports what held it up.
        Delivery reporting(Delivery delivery) {
            return new Delivery() {
                @Override
                public void delivered() {
                    delivery.delivered();
                }

                @Override
                public void delayed(Link link, long sincePs, long untilPs) {
                    watch.delay(actor, link, sincePs, untilPs, span);
                }
            };
        }
    }

    /// The same for pieces that are known, after the time their translation takes.
    void read(
            String op,
            long readyPs,
            long translationPs,
            List<Piece> pieces,
            byte @Nullable [] bytes,
            Consumer<byte @Nullable []> done,
            String line,
            @Nullable By by) {
        long startUnits =
                Units.ofPicoseconds(readyPs + translationPs + pe.costs().dmaOverheadPs());
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.purpose(op, line, Cause.OPERAND);
            trail.asks(readyPs + translationPs, Units.ceilPicoseconds(startUnits));
        }
        String phase = pe.phase();
        Cause after = pe.after();
        Countdown left = new Countdown(simulation.trail(), pieces.size(), () -> {
            pe.recordLoaded(readyPs, op, total(pieces), line, phase, after);
            done.accept(bytes);
        });
        for (Piece piece : pieces) {
            Delivery serve = () -> serve(piece, bytes, left, by);
            simulation
                    .fabric()
                    .send(
                            simulation.requestRoute(Endpoint.pe(pe.place()), piece.memory()),
                            simulation.requestBytes(),
                            Channel.CONTROL,
                            startUnits,
                            0,
                            by == null ? serve : by.reporting(AccessKind.READ, piece, serve));
        }
    }

    private static long total(List<Piece> pieces) {
        long bytes = 0;
        for (Piece piece : pieces) {
            bytes += piece.bytes();
        }
        return bytes;
    }

    private void serve(Piece piece, byte @Nullable [] bytes, Countdown left, @Nullable By by) {
        if (bytes != null) {
            for (Piece.Segment segment : piece.segments()) {
                simulation.memory().read(segment.address(), bytes, segment.offset(), segment.bytes());
            }
        }
        boolean fromTcm = piece.memory().kind() == Endpoint.Kind.TCM;
        EngineTrail trail = pe.trail();
        if (trail != null && fromTcm) {
            trail.leavesTcm();
        }
        simulation
                .fabric()
                .send(
                        simulation.route(piece.memory(), Endpoint.dmaIn(pe.place(), pe.channel(piece.memory()))),
                        piece.bytes(),
                        Channel.DATA,
                        Units.ofPicoseconds(simulation.now()),
                        fromTcm ? simulation.tcmUnitsPerByte(piece.memory()) : 0,
                        by == null ? left::one : by.reporting(left::one));
    }

    /// Writes from `readyPs` on; `done` runs when the last byte is in memory.
    void write(String op, long readyPs, Window window, byte @Nullable [] bytes, @Nullable By by, Runnable done) {
        List<Piece> pieces = Addresses.pieces(pe, window, bytes != null || by != null);
        write(op, readyPs, translation(window.address()), pieces, bytes, done, pe.line(), by);
    }

    /// The same for pieces that are known, after the time their translation takes.
    void write(
            String op,
            long readyPs,
            long translationPs,
            List<Piece> pieces,
            byte @Nullable [] bytes,
            Runnable done,
            String line,
            @Nullable By by) {
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.purpose(op, line, Cause.OPERAND);
        }
        String phase = pe.phase();
        // When the outbound DMA takes up the first piece, and when the last one has left.
        long[] booked = {Long.MAX_VALUE, 0};
        @Nullable Cause[] after = {pe.after()};
        Countdown left = new Countdown(simulation.trail(), pieces.size(), () -> {
            pe.recordSent(readyPs, booked[0], booked[1], op, total(pieces), line, phase, after[0]);
            done.run();
        });
        Fabric fabric = simulation.fabric();
        for (Piece piece : pieces) {
            Delivery written = () -> {
                if (bytes != null) {
                    for (Piece.Segment segment : piece.segments()) {
                        simulation.memory().write(segment.address(), bytes, segment.offset(), segment.bytes());
                    }
                }
                left.one();
            };
            if (by != null) {
                by.watch.awaitDma(by.actor, pe, pe.channel(piece.memory()), readyPs + translationPs, by.span);
            }
            int channel = pe.channel(piece.memory());
            long start = pe.bookDmaOut(channel, readyPs + translationPs, piece.bytes());
            if (pe.dmaOutFromPs() < booked[0]) {
                booked[0] = pe.dmaOutFromPs();
                after[0] = pe.after();
            }
            booked[1] = Math.max(booked[1], pe.dmaOutFreePs(channel));
            fabric.send(
                    simulation.route(Endpoint.pe(pe.place()), piece.memory()),
                    piece.bytes(),
                    Channel.DATA,
                    start,
                    pe.costs().dmaOutUnitsPerByte(),
                    by == null ? written : by.reporting(AccessKind.WRITE, piece, written));
        }
    }

    /// The PE_MMU takes its time for virtual addresses only.
    long translation(long address) {
        return simulation.isVirtual(address) ? pe.costs().service(ComponentKind.PE_MMU, 0) : 0;
    }
}

package sectile.sim.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.MathOp;
import sectile.sim.fabric.Units;
import sectile.sim.path.Cause;
import sectile.sim.path.Trail;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;
import sectile.sim.trace.TraceHash;

/// The engines of a PE in time: until when each is taken, how far the kernel has come, and what happened.
///
/// Scheduler, GEMM and MATH serve one request at a time in the order asked; since only this PE's kernel asks, a request
/// is booked ahead: it starts when both its predecessor in the engine and the scheduler are done.
///
/// This is what every message of every PE touches, and here it is in one place of the computer's memory.
abstract sealed class Engines permits Pe {
    private static final int LANES = Lane.values().length;
    private static final String PAYLOAD = "payload";

    private final Simulation simulation;
    private final Place place;
    private final Costs costs;
    private final TraceHash hash;
    private final boolean hasListeners;
    /// Per lane how long it was busy, and until when.
    private final long[] busy = new long[2 * LANES];
    /// How long the queue engine, the only one that waits for peers, has waited.
    private long waitPs;
    /// Per lane the bytes it moved, or the operations it computed, and the type of the last.
    private final long[] amounts = new long[LANES];
    private final @Nullable DType[] computed = new DType[LANES];
    /// How long the inbound and the outbound DMA have worked, and when they had something to do.
    private long dmaInWorkPs;
    private long dmaOutWorkPs;
    private final Coverage dmaInTime = new Coverage();
    private final Coverage dmaOutTime = new Coverage();

    private final long hashBase;
    private final long schedulerPs;
    private final long queuePs;

    private long types;
    private long accesses;
    private long schedulerFreeAt;
    private long gemmFreeAt;
    private long mathFreeAt;
    /// By channel of the DMA engine, in fabric units.
    private final long[] dmaOutFreeAt;
    /// Which channel of the DMA engine serves a memory or queue, in the order of their first use.
    private @Nullable Map<Object, Integer> channels;
    /// When the outbound DMA took up what was booked last.
    private long dmaOutFromPs;
    /// How far the kernel has come; ahead of the clock while nothing outside the PE can tell.
    private long kernelPs;

    private @Nullable Body body;
    private final boolean wantsMarks;
    /// What the host said it does when it launched the kernel that runs now, and what the kernel says.
    private String launchPhase = "";
    private String phase = "";
    /// Why the engines and the kernel are where they are; null unless the machine is traced.
    private final @Nullable EngineTrail trail;

    /// Until when the TCM is taken by copies inside it, in fabric units.
    private long tcmFreeAt;
    /// Where the code of a strand is that asks now.
    private String strandLine = "";

    Engines(Simulation simulation, Place place) {
        this.simulation = simulation;
        this.place = place;
        this.costs = simulation.costs(place);
        this.hash = simulation.hash();
        this.hasListeners = !simulation.listeners().isEmpty();
        this.wantsMarks = simulation.listeners().wantMarks();
        this.dmaOutFreeAt = new long[simulation.topology().dma().channels()];
        Trail noting = simulation.trail();
        this.trail = noting == null ? null : new EngineTrail(noting, place, costs.isTcmSlow(), dmaOutFreeAt.length);
        this.schedulerPs = costs.service(ComponentKind.SCHEDULER, 0);
        this.queuePs = costs.service(ComponentKind.PE_IPCQ, 0);
        this.hashBase = ((long) place.sip() << 40 | (long) place.cube() << 20 | place.pe()) << 3 | 1L << 62;
    }

    final Simulation simulation() {
        return simulation;
    }

    final Place place() {
        return place;
    }

    /// What its engines take.
    final Costs costs() {
        return costs;
    }

    /// The kernel that runs now.
    final @Nullable Body body() {
        return body;
    }

    final void setBody(@Nullable Body running) {
        body = running;
    }

    // The kernel's time

    /// The simulated time at which the kernel is, or was when it began to wait: when it was resumed, or later if
    /// it has gone ahead.
    final long kernelPs() {
        return kernelPs;
    }

    /// What an engine has done for the kernel is done at this time; the kernel continues then.
    final void kernelAt(long timePs) {
        EngineTrail noting = trail();
        if (noting != null && timePs > kernelPs) {
            noting.kernelContinues();
        }
        kernelPs = Math.max(kernelPs, timePs);
    }

    /// What the kernel waited for has happened now.
    final void kernelResumes(long nowPs) {
        EngineTrail noting = trail();
        if (noting != null && nowPs > kernelPs) {
            noting.kernelResumes();
        }
        kernelPs = Math.max(kernelPs, nowPs);
    }

    /// A kernel begins now, or the code of a strand asks for something.
    final void kernelBegins(long nowPs) {
        EngineTrail noting = trail();
        if (noting != null) {
            noting.kernelBegins();
        }
        kernelPs = Math.max(kernelPs, nowPs);
    }

    /// Why the engines are where they are; null unless the machine is traced, and when it has given that up.
    final @Nullable EngineTrail trail() {
        EngineTrail noting = trail;
        return noting == null || noting.isGivenUp() ? null : noting;
    }

    /// What the queue engine takes for an operation.
    final long queuePs() {
        return queuePs;
    }

    // Engines: each method books the engine and gives the time it is done

    /// The scheduler has passed a request on to an engine.
    final long schedule() {
        long start = Math.max(schedulerFreeAt, kernelPs());
        schedulerFreeAt = start + schedulerPs;
        EngineTrail noting = trail();
        if (noting != null) {
            noting.scheduled(schedulerFreeAt);
        }
        if (schedulerFreeAt > start) {
            record(start, schedulerFreeAt, Lane.SCHEDULER, "dispatch", 0, 0, 0);
        }
        return schedulerFreeAt;
    }

    final long math(MathOp op, long elements, DType dtype) {
        long start = Math.max(mathFreeAt, schedule());
        mathFreeAt = start + costs.mathPs(op, elements, dtype);
        EngineTrail noting = trail();
        if (noting != null) {
            noting.served(Lane.MATH, mathFreeAt, op.text(), line());
        }
        typed(dtype);
        compute(start, mathFreeAt, Lane.MATH, op.text(), elements, dtype);
        return mathFreeAt;
    }

    /// @param ready when the operands are there and the scheduler has asked
    final long gemm(long ready, int m, int n, int k, DType dtype) {
        long start = Math.max(gemmFreeAt, ready);
        gemmFreeAt = start + costs.gemmPs(m, n, k, dtype);
        EngineTrail noting = trail();
        if (noting != null) {
            noting.served(Lane.GEMM, gemmFreeAt, "gemm", line());
        }
        typed(dtype);
        compute(start, gemmFreeAt, Lane.GEMM, "gemm", 2L * m * n * k, dtype);
        return gemmFreeAt;
    }

    /// A copy inside TCM, one at a time; its end in picoseconds.
    final long move(String name, long bytes) {
        long ready = schedule();
        long start = Math.max(tcmFreeAt, Units.ofPicoseconds(ready));
        tcmFreeAt = Units.after(start, bytes, costs.tcmUnitsPerByte());
        long end = Units.ceilPicoseconds(tcmFreeAt);
        EngineTrail noting = trail();
        if (noting != null) {
            noting.moved(tcmFreeAt, Units.ofPicoseconds(end), name, line());
        }
        recordDma(ready, Units.ceilPicoseconds(start), end, end, Lane.DMA_OUT, name, bytes, line(), phase, after());
        return end;
    }

    /// The channel of the DMA engine that serves a memory or queue: always the same, so that what goes there stays in
    /// order.
    final int channel(Object memoryOrQueue) {
        if (dmaOutFreeAt.length == 1) {
            return 0;
        }
        Map<Object, Integer> known = channels;
        if (known == null) {
            known = new HashMap<>();
            channels = known;
        }
        int next = known.size() % dmaOutFreeAt.length;
        return known.computeIfAbsent(memoryOrQueue, _ -> next);
    }

    /// Books a channel of the outbound DMA for a transfer that is ready at `readyPs`, and gives its start in fabric
    /// units.
    final long bookDmaOut(int channel, long readyPs, long bytes) {
        long start = Math.max(dmaOutFreeAt[channel], Units.ofPicoseconds(readyPs + costs.dmaOverheadPs()));
        dmaOutFromPs = Math.max(readyPs, Units.ceilPicoseconds(dmaOutFreeAt[channel]));
        dmaOutFreeAt[channel] = Units.after(start, bytes, costs.dmaOutUnitsPerByte());
        EngineTrail noting = trail();
        if (noting != null) {
            noting.sends(channel, readyPs, readyPs + costs.dmaOverheadPs(), dmaOutFreeAt[channel]);
        }
        return start;
    }

    /// Until when a channel of the outbound DMA is taken.
    final long dmaOutFreePs(int channel) {
        return Units.ceilPicoseconds(dmaOutFreeAt[channel]);
    }

    /// When the outbound DMA took up the transfer that was booked last.
    final long dmaOutFromPs() {
        return dmaOutFromPs;
    }

    /// Whether a transfer that is ready at `readyPs` need not wait for one before it.
    final boolean isDmaOutFree(int channel, long readyPs) {
        return dmaOutFreeAt[channel] <= Units.ofPicoseconds(readyPs);
    }

    // What happened

    final void record(long startPs, long endPs, Lane lane, String name, long bytes, long flops, long flow) {
        count(startPs, endPs, lane, name.hashCode(), bytes + flops);
        if (hasListeners) {
            tell(startPs, endPs, 0, lane, name, bytes, flops, flow, after());
        }
    }

    /// What had to happen for the request that an engine got last to begin; null if nobody asks for that.
    final @Nullable Cause after() {
        EngineTrail noting = hasListeners ? trail() : null;
        return noting == null ? null : noting.after();
    }

    /// The same for arithmetic.
    private void compute(long startPs, long endPs, Lane lane, String name, long flops, DType dtype) {
        count(startPs, endPs, lane, name.hashCode(), flops);
        computed[lane.ordinal()] = dtype;
        if (hasListeners) {
            simulation
                    .listeners()
                    .op(new Op(startPs, endPs, 0, 0, place, lane, name, 0, flops, 0, line(), dtype, phase, after()));
        }
    }

    /// The inbound DMA has brought bytes until now; it worked for as long as it takes to ask and for them to pass.
    ///
    /// @param asked the phase of the kernel when it asked for them
    /// @param after what had to happen for it to ask
    final void recordLoaded(long askedPs, String name, long bytes, String line, String asked, @Nullable Cause after) {
        long now = simulation.now();
        long work = Math.min(now - askedPs, costs.dmaInPs(bytes));
        recordDma(askedPs, now - work, now, now, Lane.DMA_IN, name, bytes, line, asked, after);
    }

    /// Bytes that the outbound DMA has sent are there now.
    ///
    /// @param fromPs when it took them up
    /// @param leftPs when it had sent them
    final void recordSent(
            long askedPs,
            long fromPs,
            long leftPs,
            String name,
            long bytes,
            String line,
            String asked,
            @Nullable Cause after) {
        recordDma(askedPs, fromPs, leftPs, simulation.now(), Lane.DMA_OUT, name, bytes, line, asked, after);
    }

    /// A transfer that took no time.
    final void recordInstant(long timePs, Lane lane, String name, long bytes) {
        recordDma(timePs, timePs, timePs, timePs, lane, name, bytes, line(), phase, after());
    }

    private void recordDma(
            long askedPs,
            long fromPs,
            long leftPs,
            long endPs,
            Lane lane,
            String name,
            long bytes,
            String line,
            String asked,
            @Nullable Cause after) {
        long from = Math.min(fromPs, endPs);
        long left = Math.clamp(leftPs, from, endPs);
        if (lane == Lane.DMA_IN) {
            dmaInWorkPs += left - from;
            dmaInTime.add(askedPs, endPs);
        } else {
            dmaOutWorkPs += left - from;
            dmaOutTime.add(askedPs, endPs);
        }
        mix(askedPs, endPs, lane, name.hashCode(), bytes);
        if (hasListeners) {
            simulation
                    .listeners()
                    .op(new Op(
                            askedPs,
                            endPs,
                            from - askedPs,
                            endPs - left,
                            place,
                            lane,
                            name,
                            bytes,
                            0,
                            0,
                            line,
                            null,
                            asked,
                            after));
        }
    }

    /// An operation of the queue engine; its name is put together for listeners only.
    ///
    /// @param workPs when the wait for the peer was over
    /// @param after what had to happen for it to work
    final void recordQueue(
            long startPs,
            long workPs,
            long endPs,
            String verb,
            String direction,
            long bytes,
            long flow,
            @Nullable Cause after) {
        waitPs += workPs - startPs;
        occupy(workPs, endPs, Lane.IPCQ);
        mix(startPs, endPs, Lane.IPCQ, 31 * verb.hashCode() + direction.hashCode(), bytes);
        if (hasListeners) {
            tell(startPs, endPs, workPs - startPs, Lane.IPCQ, verb + " " + direction, bytes, 0, flow, after);
        }
    }

    private void count(long startPs, long endPs, Lane lane, int nameHash, long amount) {
        occupy(startPs, endPs, lane);
        mix(startPs, endPs, lane, nameHash, amount);
    }

    /// Operations of one lane may overlap (two loads in flight); it is busy while there is at least one.
    private void occupy(long startPs, long endPs, Lane lane) {
        if (endPs > startPs) {
            int index = busyIndex(lane);
            long busyUntil = busy[index + 1];
            if (endPs > busyUntil) {
                busy[index] += endPs - Math.max(startPs, busyUntil);
                busy[index + 1] = endPs;
            }
        }
    }

    /// A kernel has begun.
    final void recordStart() {
        hash.mix(simulation.now(), hashBase | LANES, 0);
    }

    /// A kernel or block begins, which the host has launched in a phase.
    final void beginPhase(String ofLaunch) {
        if (wantsMarks) {
            launchPhase = ofLaunch;
            phase(ofLaunch, simulation.now(), "");
        }
    }

    /// The kernel says what it does from now on.
    final void mark(long timePs, String name, String line) {
        if (wantsMarks) {
            phase(launchPhase.isEmpty() ? name : launchPhase + " · " + name, timePs, line);
        }
    }

    /// A kernel has ended, and with it its phase.
    final void endPhase() {
        if (wantsMarks) {
            phase("", simulation.now(), "");
        }
    }

    private void phase(String name, long timePs, String line) {
        if (!name.isEmpty() || !phase.isEmpty()) {
            phase = name;
            if (trail != null) {
                trail.phase(name);
            }
            simulation.listeners().mark(place, timePs, name, line);
        }
    }

    /// What the kernel says it does; empty if nothing.
    final String phase() {
        return phase;
    }

    /// The element type of an operation; those of one engine or kernel come in order.
    private void typed(DType dtype) {
        types = TraceHash.mixed(types, dtype.ordinal());
    }

    /// The element types of memory accesses and messages, in the order the kernels of this PE ask for them.
    final void accessed(DType dtype) {
        accesses = TraceHash.mixed(accesses, dtype.ordinal());
    }

    /// All of these.
    final long types() {
        return TraceHash.mixed(types, accesses);
    }

    private void mix(long startPs, long endPs, Lane lane, int nameHash, long amount) {
        amounts[lane.ordinal()] += amount;
        hash.mix(startPs ^ endPs << 20, hashBase | lane.ordinal(), amount ^ (long) nameHash << 32);
    }

    /// The queue engine, the last of the lanes, comes first, next to the DMA engines: messages use those.
    private static int busyIndex(Lane lane) {
        return lane == Lane.IPCQ ? 0 : 2 * (lane.ordinal() + 1);
    }

    private void tell(
            long startPs,
            long endPs,
            long waited,
            Lane lane,
            String name,
            long bytes,
            long flops,
            long flow,
            @Nullable Cause after) {
        simulation
                .listeners()
                .op(new Op(
                        startPs, endPs, waited, 0, place, lane, name, bytes, flops, flow, line(), null, phase, after));
    }

    /// The kernel line of the operation asked for last, if an observer asked for it.
    final String line() {
        Body current = body;
        return current == null ? strandLine : current.opLine();
    }

    /// The code of a strand asks for something on this line.
    final void locate(String line) {
        strandLine = line;
    }

    /// The DMA engine has brought a payload into the peer's ring; the kernel may be elsewhere by now.
    final void recordPayload(
            long readyPs, long fromPs, long leftPs, long bytes, String line, String asked, @Nullable Cause after) {
        recordSent(readyPs, fromPs, leftPs, PAYLOAD, bytes, line, asked, after);
    }

    /// How long the engine worked. Both halves of the DMA are never busy for longer than they had something to do, even
    /// if they ask for several transfers at once.
    final long busyPs(Lane lane) {
        return switch (lane) {
            case DMA_IN -> Math.min(dmaInWorkPs, dmaInTime.total());
            case DMA_OUT -> Math.min(dmaOutWorkPs, dmaOutTime.total());
            case SCHEDULER, GEMM, MATH, IPCQ -> busy[busyIndex(lane)];
        };
    }

    /// How long the engine had something to do and did not work.
    final long waitPs(Lane lane) {
        return switch (lane) {
            case DMA_IN -> dmaInTime.total() - busyPs(lane);
            case DMA_OUT -> dmaOutTime.total() - busyPs(lane);
            case IPCQ -> waitPs;
            case SCHEDULER, GEMM, MATH -> 0;
        };
    }

    /// The bytes that the engine moved, or the operations it computed.
    final long amount(Lane lane) {
        return amounts[lane.ordinal()];
    }

    /// The type of what it computed last; null if it computes nothing.
    final @Nullable DType computed(Lane lane) {
        return computed[lane.ordinal()];
    }

    final void clearBusy() {
        for (int lane = 0; lane < LANES; lane++) {
            busy[2 * lane] = 0;
            amounts[lane] = 0;
            computed[lane] = null;
        }
        waitPs = 0;
        dmaInWorkPs = 0;
        dmaOutWorkPs = 0;
        dmaInTime.clear();
        dmaOutTime.clear();
    }

    final void forgetSteps() {
        if (trail != null) {
            trail.reset();
        }
    }

    final void resetEngines() {
        schedulerFreeAt = 0;
        gemmFreeAt = 0;
        mathFreeAt = 0;
        Arrays.fill(dmaOutFreeAt, 0);
        tcmFreeAt = 0;
        forgetSteps();
        strandLine = "";
        kernelPs = 0;
        phase = "";
        launchPhase = "";
        body = null;
    }
}

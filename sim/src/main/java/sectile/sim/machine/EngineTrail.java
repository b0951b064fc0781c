package sectile.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;
import sectile.sim.fabric.Units;
import sectile.sim.path.Cause;
import sectile.sim.path.Origin;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;
import sectile.sim.trace.Lane;

/// Why the engines of a PE and its kernel are where they are in time: the step that each of them follows.
///
/// A request to an engine goes through [#scheduled(long)] or [#ready()], which say what it follows, and then through
/// one
/// of the methods named after what the engine does.
final class EngineTrail {
    private final Trail trail;
    private final Place place;
    private final List<Resource> resources = new ArrayList<>();
    private final Resource mmu;
    private final Resource tcm;
    /// What decides how fast bytes leave: the outbound DMA or the TCM, whichever is slower.
    private final Resource source;
    /// What the kernel says it does.
    private String phase = "";
    private @Nullable Step kernel;
    private @Nullable Step scheduler;
    private @Nullable Step math;
    private @Nullable Step gemm;
    /// By channel.
    private final @Nullable Step[] dmaOut;
    private @Nullable Step copies;
    /// What the next request to an engine follows.
    private @Nullable Step ready;
    /// What an engine did last.
    private @Nullable Step latest;

    EngineTrail(Trail trail, Place place, boolean slowTcm, int channels) {
        this.dmaOut = new Step[channels];
        this.trail = trail;
        this.place = place;
        for (Lane lane : Lane.values()) {
            resources.add(
                    new Resource(Resource.Kind.ENGINE, place + "." + lane.text(), "pe.components." + component(lane)));
        }
        mmu = new Resource(Resource.Kind.ENGINE, place + ".mmu", "pe.components.pe_mmu");
        tcm = new Resource(Resource.Kind.ENGINE, place + ".tcm", "pe.components.tcm");
        source = slowTcm ? tcm : resource(Lane.DMA_OUT);
    }

    private static String component(Lane lane) {
        return switch (lane) {
            case SCHEDULER -> "scheduler";
            case DMA_IN, DMA_OUT -> "pe_dma";
            case GEMM -> "pe_gemm";
            case MATH -> "pe_math";
            case IPCQ -> "pe_ipcq";
        };
    }

    Trail trail() {
        return trail;
    }

    Resource resource(Lane lane) {
        return resources.get(lane.ordinal());
    }

    Resource mmu() {
        return mmu;
    }

    private Step kernel() {
        Step known = kernel;
        return known == null ? trail.now() : known;
    }

    private Step ready() {
        Step known = ready;
        return known == null ? trail.now() : known;
    }

    /// What an engine did last.
    Step latest() {
        Step known = latest;
        return known == null ? trail.now() : known;
    }

    void latest(Step step) {
        latest = step;
    }

    private Origin origin(String op, String line) {
        return new Origin(op, line, place, phase);
    }

    /// The kernel says what it does from now on.
    void phase(String name) {
        phase = name;
    }

    // The kernel

    /// It continues when the engine that it asked last is done.
    void kernelContinues() {
        kernel = latest();
    }

    /// What it waited for happens now.
    void kernelResumes() {
        trail.join(kernel, null);
        kernel = trail.now();
    }

    /// It begins now.
    void kernelBegins() {
        kernel = trail.now();
        ready = kernel;
    }

    /// What happens from now on happens because of where the kernel is, for another purpose.
    void continueFromKernel(String op, String line, Cause purpose) {
        trail.now(kernel());
        trail.begin(origin(op, line), purpose, kernel().end());
    }

    // Engines

    /// Something is asked for now, not through the scheduler.
    void requestNow() {
        ready = trail.now();
    }

    /// The same, which also needs what happened earlier.
    void requestNow(@Nullable Step earlier) {
        trail.join(earlier, null);
        ready = trail.now();
    }

    /// The end of what an engine did last is taken notice of in whole picoseconds.
    void roundUp(long endPs) {
        Step work = latest();
        long end = Units.ofPicoseconds(endPs);
        if (end > work.end()) {
            latest = trail.after(work, end, work.resource(), work.origin(), work.purpose());
        }
    }

    /// What is asked for next needs this, too, which was there earlier.
    void needs(@Nullable Step earlier) {
        if (earlier != null && earlier != ready) {
            Step now = ready();
            ready = trail.step(
                    now, earlier, null, now.end(), now.end(), now.resource(), now.origin(), now.purpose(), null);
        }
    }

    /// The scheduler has passed a request of the kernel on.
    void scheduled(long endPs) {
        Step work = trail.afterBoth(
                kernel(),
                scheduler,
                Units.ofPicoseconds(endPs),
                resource(Lane.SCHEDULER),
                origin("dispatch", ""),
                Cause.OPERAND,
                Cause.ENGINE);
        scheduler = work;
        ready = work;
        latest = work;
    }

    /// An engine that serves one request at a time is done.
    void served(Lane lane, long endPs, String op, String line) {
        Step before = lane == Lane.MATH ? math : gemm;
        Step work = trail.afterBoth(
                ready(),
                before,
                Units.ofPicoseconds(endPs),
                resource(lane),
                origin(op, line),
                Cause.OPERAND,
                Cause.ENGINE);
        if (lane == Lane.MATH) {
            math = work;
        } else {
            gemm = work;
        }
        latest = work;
    }

    /// A copy inside TCM is done, in a picosecond that begins at `end` or before.
    void moved(long end, long rounded, String op, String line) {
        Step work = trail.afterBoth(ready(), copies, end, tcm, origin(op, line), Cause.OPERAND, Cause.ENGINE);
        copies = work;
        latest = end == rounded ? work : trail.after(work, rounded, tcm, work.origin(), Cause.OPERAND);
    }

    /// The queue engine has done what the kernel asked for.
    void queued(long endPs, String verb, String direction, String line) {
        latest = trail.after(
                kernel(),
                Units.ofPicoseconds(endPs),
                resource(Lane.IPCQ),
                origin(verb + " " + direction, line),
                Cause.OPERAND);
        ready = latest;
    }

    /// The queue engine has taken a message that something has brought.
    void received(@Nullable Step brought, long endPs, String direction, String line) {
        Step now = kernel();
        if (brought != null && brought.end() <= now.end()) {
            now = trail.step(
                    now, brought, null, now.end(), now.end(), now.resource(), now.origin(), now.purpose(), null);
            kernel = now;
        }
        queued(endPs, "recv", direction, line);
    }

    /// What is asked for next is for this purpose.
    void purpose(String op, String line, Cause purpose) {
        Step now = ready();
        ready = trail.step(now, null, null, now.end(), now.end(), Resource.NONE, origin(op, line), purpose, null);
    }

    /// The inbound DMA has a request: it is sent now.
    ///
    /// @param translatedPs when addresses are known
    /// @param startPs when the request leaves
    void asks(long translatedPs, long startPs) {
        trail.now(worked(resource(Lane.DMA_IN), translatedPs, startPs));
    }

    private Step worked(Resource engine, long translatedPs, long startPs) {
        Step now = ready();
        long translated = Units.ofPicoseconds(translatedPs);
        if (translated > now.end()) {
            now = trail.after(now, translated, mmu, now.origin(), now.purpose());
        }
        return trail.after(now, Units.ofPicoseconds(startPs), engine, now.origin(), now.purpose());
    }

    /// The outbound DMA has been booked: bytes leave now.
    ///
    /// @param startPs when they could leave at the earliest
    /// @param free when the last one has left
    void sends(int channel, long translatedPs, long startPs, long free) {
        Resource engine = resource(Lane.DMA_OUT);
        Step issued = worked(engine, translatedPs, startPs);
        Step busy = dmaOut[channel];
        long begin = busy == null ? issued.end() : Math.max(busy.end(), issued.end());
        Step departs = trail.afterBoth(issued, busy, begin, source, issued.origin(), issued.purpose(), Cause.ENGINE);
        Step left = trail.after(departs, free, source, departs.origin(), departs.purpose());
        dmaOut[channel] = left;
        latest = left;
        trail.now(departs);
    }

    /// Bytes of this TCM leave now.
    void leavesTcm() {
        Step now = trail.now();
        trail.now(trail.after(now, now.end(), tcm, now.origin(), now.purpose()));
    }

    void reset() {
        kernel = null;
        scheduler = null;
        math = null;
        gemm = null;
        Arrays.fill(dmaOut, null);
        copies = null;
        ready = null;
        latest = null;
    }
}

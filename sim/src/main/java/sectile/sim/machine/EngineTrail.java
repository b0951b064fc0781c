package sectile.sim.machine;

import java.util.Arrays;
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
/// one of the methods named after what the engine does.
final class EngineTrail {
    /// A power of two.
    private static final int ORIGINS = 8;

    private final Trail trail;
    private final Place place;
    /// By lane; made when they are first used, as those after it.
    private final @Nullable Resource[] resources = new Resource[Lane.values().length];

    private @Nullable Resource mmu;
    private @Nullable Resource tcm;
    private final boolean slowTcm;
    /// What was asked for lately, by its name: kernels repeat themselves.
    private final @Nullable Origin[] origins = new Origin[ORIGINS];
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
    /// What it is for, if that is not what `ready` is for.
    private @Nullable Origin asked;

    private Cause askedFor = Cause.OPERAND;
    /// What an engine did last.
    private @Nullable Step latest;
    /// What the request that an engine got last follows, and whether the engine was still at another one.
    private @Nullable Step followed;

    private boolean engineWasBusy;
    /// The same of the request that the scheduler got last.
    private @Nullable Step dispatchFollowed;

    private boolean schedulerWasBusy;

    EngineTrail(Trail trail, Place place, boolean slowTcm, int channels) {
        this.dmaOut = new Step[channels];
        this.trail = trail;
        this.place = place;
        this.slowTcm = slowTcm;
    }

    private Resource engine(String name, String component) {
        return new Resource(Resource.Kind.ENGINE, place + "." + name, "pe.components." + component);
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

    /// Whether anything is noted any more.
    boolean isGivenUp() {
        return trail.isGivenUp();
    }

    Resource resource(Lane lane) {
        Resource known = resources[lane.ordinal()];
        if (known == null) {
            known = engine(lane.text(), component(lane));
            resources[lane.ordinal()] = known;
        }
        return known;
    }

    Resource mmu() {
        Resource known = mmu;
        if (known == null) {
            known = engine("mmu", "pe_mmu");
            mmu = known;
        }
        return known;
    }

    private Resource tcm() {
        Resource known = tcm;
        if (known == null) {
            known = engine("tcm", "tcm");
            tcm = known;
        }
        return known;
    }

    /// What decides how fast bytes leave: the outbound DMA or the TCM, whichever is slower.
    private Resource source() {
        return slowTcm ? tcm() : resource(Lane.DMA_OUT);
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

    private void ready(Step step) {
        ready = step;
        asked = null;
    }

    private Origin origin(String op, String line) {
        int index = (op.hashCode() ^ line.hashCode()) & (ORIGINS - 1);
        Origin known = origins[index];
        if (known == null
                || !known.op().equals(op)
                || !known.line().equals(line)
                || !known.phase().equals(phase)) {
            known = new Origin(op, line, place, phase);
            origins[index] = known;
        }
        return known;
    }

    /// The kernel says what it does from now on.
    void phase(String name) {
        phase = name;
    }

    /// What had to happen for the request that an engine got last to begin. That the scheduler passes it on is a
    /// part of the request.
    @Nullable
    Cause after() {
        Step step = followed;
        if (engineWasBusy) {
            return Cause.ENGINE;
        }
        if (step != null && step == scheduler) {
            if (schedulerWasBusy) {
                return Cause.ENGINE;
            }
            step = dispatchFollowed;
        }
        return step == null ? null : step.causeOrTask();
    }

    private void follows(Step before, boolean engineBusy) {
        followed = before;
        engineWasBusy = engineBusy;
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
        Step now = trail.now();
        kernel = now;
        ready(now);
    }

    /// What happens from now on happens because of where the kernel is, for another purpose.
    void continueFromKernel(String op, String line, Cause purpose) {
        trail.now(kernel());
        trail.begin(origin(op, line), purpose, kernel().end());
    }

    // Engines

    /// Something is asked for now, not through the scheduler.
    void requestNow() {
        ready(trail.now());
    }

    /// The same, which also needs what happened earlier.
    void requestNow(@Nullable Step earlier) {
        trail.join(earlier, null);
        ready(trail.now());
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
            ready = trail.needing(ready(), earlier);
        }
    }

    /// The scheduler has passed a request of the kernel on.
    void scheduled(long endPs) {
        Step before = kernel();
        Step work = trail.afterBoth(
                before,
                scheduler,
                Units.ofPicoseconds(endPs),
                resource(Lane.SCHEDULER),
                origin("dispatch", ""),
                Cause.OPERAND,
                Cause.ENGINE);
        scheduler = work;
        dispatchFollowed = before;
        schedulerWasBusy = work.held() != null;
        follows(work, false);
        ready(work);
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
        follows(ready(), work.held() != null);
        latest = work;
    }

    /// A copy inside TCM is done, in a picosecond that begins at `end` or before.
    void moved(long end, long rounded, String op, String line) {
        Step work = trail.afterBoth(ready(), copies, end, tcm(), origin(op, line), Cause.OPERAND, Cause.ENGINE);
        copies = work;
        follows(ready(), work.held() != null);
        latest = end == rounded ? work : trail.after(work, rounded, tcm(), work.origin(), Cause.OPERAND);
    }

    /// The queue engine has done what the kernel asked for.
    void queued(long endPs, String op, String line) {
        Step before = kernel();
        Step work =
                trail.after(before, Units.ofPicoseconds(endPs), resource(Lane.IPCQ), origin(op, line), Cause.OPERAND);
        follows(before, false);
        latest = work;
        ready(work);
    }

    /// The queue engine has taken a message that something has brought.
    void received(@Nullable Step brought, long endPs, String op, String line) {
        Step now = kernel();
        if (brought != null && brought.end() <= now.end()) {
            kernel = trail.needing(now, brought);
        }
        queued(endPs, op, line);
    }

    /// What is asked for next is for this purpose.
    void purpose(String op, String line, Cause purpose) {
        asked = origin(op, line);
        askedFor = purpose;
    }

    /// The inbound DMA has a request: it is sent now.
    ///
    /// @param translatedPs when addresses are known
    /// @param startPs when the request leaves
    void asks(long translatedPs, long startPs) {
        Step now = ready();
        follows(now, false);
        Origin origin = asked(now);
        Cause purpose = askedFor(now);
        trail.now(trail.after(
                translated(now, translatedPs, origin, purpose),
                Units.ofPicoseconds(startPs),
                resource(Lane.DMA_IN),
                origin,
                purpose));
    }

    private Origin asked(Step since) {
        Origin known = asked;
        return known == null ? since.origin() : known;
    }

    private Cause askedFor(Step since) {
        return asked == null ? since.purpose() : askedFor;
    }

    private Step translated(Step before, long translatedPs, Origin origin, Cause purpose) {
        long translated = Units.ofPicoseconds(translatedPs);
        return translated > before.end() ? trail.after(before, translated, mmu(), origin, purpose) : before;
    }

    /// The outbound DMA has been booked: bytes leave now.
    ///
    /// @param startPs when they could leave at the earliest
    /// @param free when the last one has left
    void sends(int channel, long translatedPs, long startPs, long free) {
        Step now = ready();
        Origin origin = asked(now);
        Cause purpose = askedFor(now);
        Step issued = translated(now, translatedPs, origin, purpose);
        long start = Units.ofPicoseconds(startPs);
        if (start > issued.end()) {
            issued = trail.after(issued, start, resource(Lane.DMA_OUT), origin, purpose);
        }
        Step busy = dmaOut[channel];
        long begin = busy == null ? issued.end() : Math.max(busy.end(), issued.end());
        Step departs = trail.afterBoth(issued, busy, begin, source(), origin, purpose, Cause.ENGINE);
        follows(now, departs.held() != null);
        Step left = trail.after(departs, free, source(), origin, purpose);
        dmaOut[channel] = left;
        latest = left;
        trail.now(departs, left);
    }

    /// Bytes of this TCM leave now.
    void leavesTcm() {
        Step now = trail.now();
        trail.now(trail.after(now, now.end(), tcm(), now.origin(), now.purpose()));
    }

    void reset() {
        kernel = null;
        scheduler = null;
        math = null;
        gemm = null;
        Arrays.fill(dmaOut, null);
        copies = null;
        ready = null;
        asked = null;
        latest = null;
        followed = null;
        dispatchFollowed = null;
        engineWasBusy = false;
        schedulerWasBusy = false;
    }
}

package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.Coroutine;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.sim.Place;
import sectile.sim.engine.Event;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.Tl;
import sectile.sim.path.Cause;

/// One kernel running on one PE.
final class Body implements Waiter {
    private final Pe pe;
    private final Launch launch;
    private final PeSet.CubeGroup cube;
    private final PeSet.SipGroup sip;
    private final Runnable done;
    private final Coroutine coroutine;
    private final Timer timer = new Timer();
    /// What the kernel has asked for in advance; null if it waits for each operation.
    private final @Nullable Ahead ahead;
    private KernelBackend.@Nullable SpanSource spans;
    private Awaited wait = Awaited.NOTHING;
    private @Nullable WiredPair awaitedPair;
    private long awaitedSequence;
    private long startedPs;
    private Span opSpan = Span.none();
    private String opLine = "";
    /// Who it is to an observer, and what it is about to wait for; null without one.
    private final @Nullable Actor actor;

    private @Nullable Wait expected;
    private @Nullable Wait heldUpBy;
    private long heldUpSincePs;
    private long heldUpUntilPs;
    private final long arrivedPs;
    /// Whether the kernel has finished, and what it has thrown, and where.
    private boolean over;

    private @Nullable Failure failure;

    Body(Pe pe, Launch launch, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        this.pe = pe;
        this.launch = launch;
        this.cube = cube;
        this.sip = sip;
        this.done = done;
        this.actor = launch.actor(pe.place());
        this.arrivedPs = pe.simulation().now();
        Kernel kernel = launch.kernel();
        KernelArgs args = launch.args(pe.place());
        PeBackend direct = switch (pe.simulation().pace()) {
            case AHEAD -> new PeBackend(this);
            case PLAIN -> new PlainBackend(this);
        };
        KernelBackend backend = direct;
        if (kernel.isRepeatable() && pe.simulation().allowsReadingAhead()) {
            ahead = new Ahead(this);
            backend = new AheadBackend(direct, ahead);
        } else {
            ahead = null;
        }
        Tl tl = new Tl(backend);
        this.coroutine = pe.simulation().coroutines().create(() -> {
            kernel.run(tl, args);
            direct.checkAwaited();
        });
    }

    Pe pe() {
        return pe;
    }

    Launch launch() {
        return launch;
    }

    PeSet.CubeGroup cube() {
        return cube;
    }

    PeSet.SipGroup sip() {
        return sip;
    }

    void locateBy(KernelBackend.SpanSource source) {
        spans = source;
    }

    /// Whether the kernel was read from a text.
    boolean isText() {
        return spans != null;
    }

    /// Remembers the line of the operation the kernel is asking for, if an observer asked for it. Called by the kernel.
    void markLine() {
        if (pe.simulation().wantsKernelLines()) {
            KernelBackend.SpanSource source = spans;
            opSpan = source == null ? KernelLine.here() : source.span();
            opLine = KernelLine.text(opSpan);
        }
    }

    /// Where the operation asked for last is.
    Span opSpan() {
        return opSpan;
    }

    /// Who the kernel is to the observer of the machine, which has one.
    Actor actorOrThrow() {
        return Objects.requireNonNull(actor);
    }

    /// The same; an actor with this number if nothing observes the machine.
    Actor actor(long number) {
        Actor known = actor;
        return known != null
                ? known
                : new Actor(
                        number,
                        Actor.Kind.BLOCK,
                        pe.place().sip(),
                        0,
                        launch.kernel().name(),
                        -1,
                        -1,
                        pe.place().toString());
    }

    /// For observers: what the kernel waits for if it has to wait for an engine now.
    void expect(Wait what) {
        expected = what;
        heldUpBy = null;
    }

    /// The same, and what holds that up.
    void expect(Wait what, Wait by, long sincePs, long untilPs) {
        expected = what;
        heldUpBy = by;
        heldUpSincePs = sincePs;
        heldUpUntilPs = untilPs;
    }

    /// The line of the operation asked for last.
    String opLine() {
        return opLine;
    }

    void start() {
        startedPs = pe.simulation().now();
        Watch watch = pe.simulation().watch();
        if (watch != null) {
            watch.started(actorOrThrow(), pe.place(), arrivedPs);
        }
        pe.recordStart();
        pe.kernelBegins(startedPs);
        pe.beginPhase(launch.phase());
        pe.simulation().started(this);
        Floor floor = pe.simulation().floor();
        if (floor == null) {
            resume();
        } else {
            offerTo(floor);
        }
    }

    @Override
    public void resume() {
        Ahead asked = ahead;
        if (asked != null) {
            asked.resume();
        } else {
            pe.kernelResumes(pe.simulation().now());
            runKernel();
            endIfOver();
        }
    }

    /// Everything that the kernel has asked for in advance is done: lets it ask for more.
    void goOn() {
        Ahead asked = Objects.requireNonNull(ahead);
        while (!over) {
            runKernel();
            if (asked.isEmpty() && !over) {
                // It waits on its own stack.
                return;
            }
            if (!asked.perform()) {
                return;
            }
        }
        endIfOver();
    }

    /// Something that the kernel has asked for in advance has failed.
    void failAhead(Throwable e) {
        Optional<LineFinder.Call> call = pendingCall();
        end();
        fail(e, call.map(LineFinder.Call::span).orElse(Span.none()), call.map(LineFinder.Call::operation));
    }

    private void endIfOver() {
        if (over) {
            Failure failed = failure;
            atKernelTime(failed == null ? this::ended : () -> failed(failed));
        }
    }

    private void runKernel() {
        pe.simulation().enter(pe);
        try {
            over = coroutine.resume();
        } catch (Fault.Abort e) {
            over = true;
        } catch (RuntimeException | Error e) {
            fail(e, span(e), KernelLine.operation(e));
        } finally {
            pe.simulation().leave();
        }
    }

    /// The kernel has finished, perhaps ahead of the clock; the world learns of it when its time has come.
    private void atKernelTime(Runnable action) {
        long timePs = pe.kernelPs();
        if (timePs > pe.simulation().now()) {
            pe.simulation().engine().schedule(timePs - pe.simulation().now(), action);
        } else {
            action.run();
        }
    }

    private void ended() {
        Watch watch = pe.simulation().watch();
        if (watch != null) {
            watch.ended(actorOrThrow(), opSpan);
        }
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.continueFromKernel("completion", "", Cause.LAUNCH);
        }
        pe.simulation().ended(this);
        pe.endPhase();
        launch.bodyEnded(pe.place(), startedPs, pe.simulation().now());
        pe.bodyEnded();
        done.run();
    }

    /// What a kernel has thrown, or an operation it asked for: on which line, and in which operation if in any.
    private record Failure(Throwable cause, String line, String operation) {}

    private void fail(Throwable cause, Span span, Optional<String> operation) {
        failure = new Failure(cause, KernelLine.text(span), operation.orElse(""));
        over = true;
    }

    private void failed(Failure reason) {
        pe.simulation().ended(this);
        pe.simulation()
                .fail(KernelFailure.of(
                        pe.place(),
                        launch.kernel().name(),
                        reason.line,
                        reason.operation,
                        pe.simulation().now(),
                        reason.cause));
    }

    // Waiting, called by the kernel only. A kernel goes ahead of the clock where nothing outside its PE could tell.

    /// Waits for an engine, which will call [#resume()].
    void parkForEngine() {
        wait = Awaited.ENGINE;
        Watch watch = pe.simulation().watch();
        if (watch == null) {
            park();
        } else {
            park(watch, Objects.requireNonNull(expected));
        }
    }

    /// Waits until the order of the machine, if it has one, lets the kernel go on. Called before each use of a queue,
    /// which must be possible.
    void awaitTurn() {
        Floor floor = pe.simulation().floor();
        if (floor != null) {
            offerTo(floor);
            park();
        }
    }

    /// The kernel takes whichever message has come.
    void looksAtAll(List<WiredPair> pairs) {
        Floor floor = pe.simulation().floor();
        Watch watch = pe.simulation().watch();
        if (floor != null && watch != null) {
            floor.takesAny();
            watch.looked(actorOrThrow(), pairs, opSpan);
        }
    }

    private void offerTo(Floor floor) {
        floor.offer(pe.place().toString(), actorOrThrow(), this::resume);
    }

    /// Waits for message number `sequence` of a direction.
    void parkForMessage(WiredPair pair, long sequence) {
        awaitMessage(pair, sequence);
        Watch watch = pe.simulation().watch();
        if (watch == null) {
            park();
        } else {
            park(watch, watch.awaited(pair, true, sequence));
        }
    }

    /// Waits for a message in any direction.
    void parkForAny(List<WiredPair> pairs) {
        pairs.forEach(pair -> pair.awaitAny(this));
        wait = Awaited.ANY_MESSAGE;
        Watch watch = pe.simulation().watch();
        if (watch == null) {
            park();
        } else {
            park(watch, watch.awaitedAny(pairs));
        }
        pairs.forEach(WiredPair::stopWaiting);
    }

    /// Waits for room in the ring of a direction's peer.
    void parkForCredit(WiredPair pair) {
        awaitCredit(pair);
        Watch watch = pe.simulation().watch();
        if (watch == null) {
            park();
        } else {
            park(watch, watch.awaited(pair, false, pair.head()));
        }
    }

    /// Lets the clock come to where the kernel is: what follows depends on what others have done by then.
    void catchUp() {
        if (!isCaughtUp()) {
            parkForEngine();
        }
    }

    /// Waits until everything asked for in advance is done.
    void parkForMachine() {
        pe.simulation().coroutines().suspend();
    }

    private void park() {
        pe.simulation().coroutines().suspend();
        wait = Awaited.NOTHING;
    }

    private void park(Watch watch, Wait what) {
        watch.block(actorOrThrow(), what, opSpan);
        Wait by = heldUpBy;
        if (by != null) {
            watch.delay(actorOrThrow(), by, heldUpSincePs, heldUpUntilPs, opSpan);
            heldUpBy = null;
        }
        park();
        watch.resume(actorOrThrow(), opSpan);
    }

    // Noting what is waited for; events then call [#resume()].

    private void awaitMessage(WiredPair pair, long sequence) {
        wait = Awaited.MESSAGE;
        awaitedPair = pair;
        awaitedSequence = sequence;
        pair.awaitMessage(this, sequence);
    }

    private void awaitCredit(WiredPair pair) {
        wait = Awaited.CREDIT;
        awaitedPair = pair;
        pair.awaitCredit(this);
    }

    /// Whether the clock is where the kernel is; if not, [#resume()] is called when it is.
    boolean isCaughtUp() {
        long timePs = pe.kernelPs();
        if (timePs > pe.simulation().now()) {
            pe.simulation().engine().scheduleAt(timer, timePs);
            return false;
        }
        return true;
    }

    /// What the body waits for.
    ///
    /// @param kernels those that still wait, by PE
    Wait describeWait(Function<Place, List<Actor>> kernels) {
        Ahead asked = ahead;
        return asked == null || asked.isEmpty()
                ? describe(wait, awaitedPair, awaitedSequence, kernels)
                : describe(asked.pendingWait(), asked.pendingPair(), asked.pendingSequence(), kernels);
    }

    private Wait describe(
            Awaited waits, @Nullable WiredPair pair, long sequence, Function<Place, List<Actor>> kernels) {
        return switch (waits) {
            case NOTHING, ENGINE -> new Wait.Engine("an engine of " + pe.place(), "");
            case ANY_MESSAGE -> {
                Ipcq<WiredPair> ipcq = pe.queues().set(launch.queueSet());
                yield QueueWaits.any(ipcq == null ? List.of() : ipcq.pairs(), kernels);
            }
            case MESSAGE, CREDIT -> {
                WiredPair queue = Objects.requireNonNull(pair);
                boolean element = waits == Awaited.MESSAGE;
                yield QueueWaits.of(
                        pe.simulation().addresses(), queue, element, element ? sequence : queue.head(), kernels);
            }
        };
    }

    /// The queues of the kernel with their pointers, in words.
    List<String> describeQueues() {
        Ipcq<WiredPair> ipcq = pe.queues().set(launch.queueSet());
        List<String> pairs = new ArrayList<>();
        if (ipcq != null) {
            ipcq.pairs().forEach(each -> pairs.add(each.toString()));
        }
        if (pe.queues().unmatchedCount() > 0) {
            pairs.add(
                    pe.queues().unmatchedCount() + " payloads and credits arrived that belong to no queue of this PE");
        }
        return pairs;
    }

    /// Ends the body where it is and gives the kernel's place in its source.
    Span abort() {
        Optional<LineFinder.Call> asked = pendingCall();
        Span span = stop();
        return asked.map(LineFinder.Call::span).orElse(span);
    }

    /// Ends the body and gives the place that the kernel itself has come to, which may be ahead of the machine.
    Span stop() {
        Span[] span = {Span.none()};
        abort(here -> span[0] = span(here));
        return span[0];
    }

    /// Ends the body where it is.
    void end() {
        abort(here -> {});
    }

    private void abort(Consumer<BodyAborted> seen) {
        try {
            coroutine.abort(() -> {
                BodyAborted here = new BodyAborted();
                seen.accept(here);
                return here;
            });
        } catch (RuntimeException | Error _) {
            // What a kernel throws on its way out (a wrapped BodyAborted, say) is not why the run was abandoned.
        }
    }

    /// The call of the kernel that the machine is at, if the kernel itself is further.
    private Optional<LineFinder.Call> pendingCall() {
        Ahead asked = ahead;
        return asked == null || asked.isEmpty() ? Optional.empty() : LineFinder.find(this, asked.pendingCall());
    }

    /// Sets the time of the kernel, which calls this, to that of the machine.
    void settle() {
        Ahead asked = ahead;
        if (asked != null) {
            asked.drain();
        }
    }

    /// Where the kernel is, found from a stack that the kernel is on.
    private Span span(Throwable at) {
        return spans != null ? spans.span() : KernelLine.of(at);
    }

    private final class Timer extends Event {
        @Override
        protected void fire() {
            resume();
        }
    }
}

package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.Coroutine;
import sectile.sim.engine.Event;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.DeadlockReport.Blocked;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.Tl;

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
    private KernelBackend.@Nullable LineSource lines;
    private Wait wait = Wait.NOTHING;
    private @Nullable WiredPair awaitedPair;
    private long awaitedSequence;
    private long startedPs;
    private String opLine = "";
    /// Whether the kernel has finished, and what it has thrown, and where.
    private boolean over;

    private @Nullable Failure failure;

    Body(Pe pe, Launch launch, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        this.pe = pe;
        this.launch = launch;
        this.cube = cube;
        this.sip = sip;
        this.done = done;
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

    void locateBy(KernelBackend.LineSource source) {
        lines = source;
    }

    /// Remembers the line of the operation the kernel is asking for, if an observer asked for it. Called by the kernel.
    void markLine() {
        if (pe.simulation().wantsKernelLines()) {
            opLine = line(new Throwable()).orElse("");
        }
    }

    /// The line of the operation asked for last.
    String opLine() {
        return opLine;
    }

    void start() {
        startedPs = pe.simulation().now();
        pe.recordStart();
        pe.simulation().started(this);
        resume();
    }

    @Override
    public void resume() {
        Ahead asked = ahead;
        if (asked != null) {
            asked.resume();
        } else {
            pe.kernelAt(pe.simulation().now());
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
        fail(e, call.map(LineFinder.Call::line).orElse(""), call.map(LineFinder.Call::operation));
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
        } catch (RuntimeException | Error e) {
            fail(e, line(e).orElse(""), KernelLine.operation(e));
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
        pe.simulation().ended(this);
        launch.bodyEnded(pe.place(), startedPs, pe.simulation().now());
        pe.bodyEnded();
        done.run();
    }

    /// What a kernel has thrown, or an operation it asked for: on which line, and in which operation if in any.
    private record Failure(Throwable cause, String line, String operation) {}

    private void fail(Throwable cause, String line, Optional<String> operation) {
        failure = new Failure(cause, line, operation.orElse(""));
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
        wait = Wait.ENGINE;
        park();
    }

    /// Waits for message number `sequence` of a direction.
    void parkForMessage(WiredPair pair, long sequence) {
        awaitMessage(pair, sequence);
        park();
    }

    /// Waits for a message in any direction.
    void parkForAny(List<WiredPair> pairs) {
        pairs.forEach(pair -> pair.awaitAny(this));
        wait = Wait.ANY_MESSAGE;
        park();
        pairs.forEach(WiredPair::stopWaiting);
    }

    /// Waits for room in the ring of a direction's peer.
    void parkForCredit(WiredPair pair) {
        awaitCredit(pair);
        park();
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
        wait = Wait.NOTHING;
    }

    // Noting what is waited for; events then call [#resume()].

    private void awaitMessage(WiredPair pair, long sequence) {
        wait = Wait.MESSAGE;
        awaitedPair = pair;
        awaitedSequence = sequence;
        pair.awaitMessage(this, sequence);
    }

    private void awaitCredit(WiredPair pair) {
        wait = Wait.CREDIT;
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

    /// What the body waits for, in words, without the line.
    Blocked describeWait() {
        Ahead asked = ahead;
        return asked == null || asked.isEmpty()
                ? describe(wait, awaitedPair, awaitedSequence)
                : describe(asked.pendingWait(), asked.pendingPair(), asked.pendingSequence());
    }

    private Blocked describe(Wait waits, @Nullable WiredPair pair, long sequence) {
        Ipcq<WiredPair> ipcq = pe.queues().set(launch.queueSet());
        List<String> pairs = new ArrayList<>();
        if (ipcq != null) {
            ipcq.pairs().forEach(each -> pairs.add(each.toString()));
        }
        if (pe.queues().unmatchedCount() > 0) {
            pairs.add(
                    pe.queues().unmatchedCount() + " payloads and credits arrived that belong to no queue of this PE");
        }
        return new Blocked(
                pe.place(),
                launch.kernel().name(),
                "",
                waits.text(pair, sequence),
                waits.isForPeer() ? Optional.ofNullable(pair).map(WiredPair::peer) : Optional.empty(),
                List.copyOf(pairs));
    }

    /// Ends the body where it is and gives the kernel's line, empty if not known.
    String abort() {
        Optional<LineFinder.Call> asked = pendingCall();
        String line = stop();
        return asked.map(LineFinder.Call::line).orElse(line);
    }

    /// Ends the body and gives the line that the kernel itself has come to, which may be ahead of the machine; empty
    /// if not known.
    String stop() {
        String[] line = {""};
        abort(here -> line[0] = line(here).orElse(""));
        return line[0];
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
    Optional<String> line(Throwable at) {
        return lines != null ? lines.line() : KernelLine.of(at);
    }

    private final class Timer extends Event {
        @Override
        protected void fire() {
            resume();
        }
    }
}

package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Coroutine;
import sectile.sim.engine.Event;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.DeadlockReport.Blocked;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.Tl;

/// One kernel running on one PE.
final class Body {
    private final Pe pe;
    private final Launch launch;
    private final PeSet.CubeGroup cube;
    private final PeSet.SipGroup sip;
    private final Runnable done;
    private final Coroutine coroutine;
    private final Timer timer = new Timer();
    private KernelBackend.@Nullable LineSource lines;
    private Wait wait = Wait.NOTHING;
    private @Nullable QueuePair awaitedPair;
    private long awaitedSequence;
    private long startedPs;
    private String opLine = "";

    Body(Pe pe, Launch launch, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        this.pe = pe;
        this.launch = launch;
        this.cube = cube;
        this.sip = sip;
        this.done = done;
        Kernel kernel = launch.kernel();
        KernelArgs args = launch.args(pe.place());
        this.coroutine = pe.simulation().coroutines().create(() -> kernel.run(new Tl(new PeBackend(this)), args));
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

    /// Remembers the line of the operation the kernel is asking for, if anybody wants to know it. Called by the kernel.
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
        pe.simulation().started(this);
        resume();
    }

    /// Runs until the kernel waits again or ends. Called by events only, never by the kernel.
    void resume() {
        boolean ended;
        pe.simulation().enter(pe);
        try {
            ended = coroutine.resume();
        } catch (RuntimeException | Error e) {
            String line = line(e).orElse("");
            atKernelTime(() -> failed(line, e));
            return;
        } finally {
            pe.simulation().leave();
        }
        if (ended) {
            atKernelTime(this::ended);
        }
    }

    /// The kernel is through, perhaps ahead of the clock; the world learns of it when its time has come.
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

    private void failed(String line, Throwable cause) {
        pe.simulation().ended(this);
        pe.simulation()
                .fail(KernelFailure.of(
                        pe.place(),
                        launch.kernel().name(),
                        line,
                        pe.simulation().now(),
                        cause));
    }

    // Waiting, called by the kernel only. A kernel goes ahead of the clock where nothing outside its PE could tell.

    /// Waits for an engine, which will call [#resume()].
    void parkForEngine() {
        park(Wait.ENGINE);
    }

    /// Waits for message number `sequence` of a direction.
    void parkForMessage(QueuePair pair, long sequence) {
        awaitedPair = pair;
        awaitedSequence = sequence;
        park(Wait.MESSAGE);
    }

    /// Waits for a message in any direction.
    void parkForAny() {
        park(Wait.ANY_MESSAGE);
    }

    /// Waits for room in the ring of a direction's peer.
    void parkForCredit(QueuePair pair) {
        awaitedPair = pair;
        park(Wait.CREDIT);
    }

    /// Lets the clock come to where the kernel is: what follows depends on what others have done by then.
    void catchUp() {
        long timePs = pe.kernelPs();
        if (timePs > pe.simulation().now()) {
            pe.simulation().engine().scheduleAt(timer, timePs);
            parkForEngine();
        }
    }

    private void park(Wait reason) {
        wait = reason;
        pe.simulation().coroutines().suspend();
        wait = Wait.NOTHING;
    }

    /// A message has come in a direction of this PE.
    void arrived(QueuePair pair) {
        if (wait == Wait.ANY_MESSAGE
                || (wait == Wait.MESSAGE && pair == awaitedPair && pair.hasArrived(awaitedSequence))) {
            resume();
        }
    }

    /// The peer of a direction has given a slot back.
    void credited(QueuePair pair) {
        if (wait == Wait.CREDIT && pair == awaitedPair) {
            resume();
        }
    }

    /// What the body waits for, in words, without the line.
    Blocked describeWait() {
        Ipcq ipcq = pe.ipcq(launch.queueSet());
        List<String> pairs = new ArrayList<>();
        if (ipcq != null) {
            ipcq.pairs().forEach(pair -> pairs.add(pair.toString()));
        }
        if (pe.unmatchedCount() > 0) {
            pairs.add(pe.unmatchedCount() + " payloads and credits came that belong to no queue of this PE");
        }
        return new Blocked(
                pe.place(),
                launch.kernel().name(),
                "",
                wait.text(awaitedPair, awaitedSequence),
                wait.isForPeer() ? Optional.ofNullable(awaitedPair).map(QueuePair::peer) : Optional.empty(),
                List.copyOf(pairs));
    }

    /// Ends the body where it stands and gives the kernel's line, empty if not known.
    String abort() {
        String[] line = {""};
        try {
            coroutine.abort(() -> {
                BodyAborted here = new BodyAborted();
                line[0] = line(here).orElse("");
                return here;
            });
        } catch (RuntimeException | Error _) {
            // What a kernel throws on its way out (a wrapped BodyAborted, say) is not why the run was given up.
        }
        return line[0];
    }

    /// Where the kernel stands, found from a stack that the kernel is on.
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

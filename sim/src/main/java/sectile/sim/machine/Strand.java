package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.Coroutine;
import sectile.sim.engine.Event;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.path.Step;

/// One thread of control of a program on the machine, in blocking style: on the host, on a control processor, or on a
/// core of a PE. It runs until it sleeps, and continues when it is woken; nothing it does by itself takes time.
public final class Strand {
    private final Strands strands;
    private final Coroutine coroutine;
    private final Runnable whenEnded;
    private final Wake wake = new Wake();
    private boolean ended;

    Strand(Strands strands, Runnable body, Runnable whenEnded) {
        this.strands = strands;
        this.whenEnded = whenEnded;
        this.coroutine = strands.coroutine(body);
    }

    public boolean isEnded() {
        return ended;
    }

    /// Lets the strand continue at this moment of simulated time, after everything that is already due.
    public void wake() {
        if (!ended && !wake.pending()) {
            wake.noted = strands.noted();
            strands.engine().schedule(wake, 0);
        }
    }

    private void resume() {
        @Nullable Strand before = strands.enter(this);
        try {
            ended = coroutine.resume();
        } catch (RuntimeException e) {
            ended = true;
            strands.fail(e);
        } finally {
            strands.leaveTo(before);
        }
        if (ended) {
            strands.ended(this);
            whenEnded.run();
        }
    }

    /// Ends the strand where it sleeps; what it throws on its way out is not why the run was abandoned.
    void abort() {
        ended = true;
        try {
            coroutine.abort(BodyAborted::new);
        } catch (RuntimeException | Error _) {
            // the run has its reason already
        }
    }

    private final class Wake extends Event {
        private @Nullable Step noted;

        @Override
        protected void fire() {
            if (!ended) {
                strands.continues(noted);
                resume();
            }
        }
    }
}

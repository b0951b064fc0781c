package sectile.check.race;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.base.observe.Token;
import sectile.check.problem.CheckCode;

/// Finds transfers that are still in flight when the kernel that started them ends.
public final class Endings implements Observer {
    private final Map<Long, SequencedMap<Long, Event.Start>> started = new HashMap<>();
    private final SequencedMap<String, Diagnostic> found = new LinkedHashMap<>();
    /// Messages that are in the ring of their receiver and were not received.
    private final SequencedMap<Token, Event.Release> arrived = new LinkedHashMap<>();

    @Override
    public void observe(Event event) {
        long actor = event.actor().id();
        switch (event) {
            case Event.Start start -> {
                if (start.child().kind() == Actor.Kind.TRANSFER) {
                    started.computeIfAbsent(actor, id -> new LinkedHashMap<>())
                            .put(start.child().id(), start);
                }
            }
            case Event.Join join -> {
                SequencedMap<Long, Event.Start> own = started.get(actor);
                if (own != null) {
                    own.remove(join.done().id());
                }
            }
            case Event.Release release -> {
                if (release.token().kind() == Token.Kind.KERNEL) {
                    ended(actor, release.token().text());
                }
                if (release.token().kind() == Token.Kind.ELEMENT
                        && release.actor().kind() == Actor.Kind.ENGINE) {
                    arrived.put(release.token(), release);
                }
            }
            case Event.End end -> ended(actor, "the end of " + end.actor());
            case Event.Access a -> {}
            case Event.Acquire acquire -> arrived.remove(acquire.token());
            case Event.Block b -> {}
            case Event.Resume r -> {}
            case Event.Delay d -> {}
        }
    }

    private void ended(long actor, String end) {
        SequencedMap<Long, Event.Start> own = started.remove(actor);
        if (own != null) {
            own.values()
                    .forEach(start -> found.putIfAbsent(
                            "in flight " + start.span(),
                            Diagnostic.error(
                                            CheckCode.TRANSFER_IN_FLIGHT,
                                            start.span(),
                                            "this transfer of " + start.actor() + " may still be in flight at " + end)
                                    .hint("call pld.system.quiet() before the end; a signal or a fence does not wait"
                                            + " for a transfer")));
        }
    }

    /// Messages that nobody has received at the end of a run that is not stuck, by cause.
    public SequencedMap<String, Diagnostic> unreceived() {
        var left = new LinkedHashMap<String, Diagnostic>();
        arrived.forEach((token, release) -> left.putIfAbsent(
                "unreceived " + release.span(),
                Diagnostic.error(CheckCode.MESSAGE_LEFT, release.span(), token.text() + " is never received")
                        .hint("every send needs a recv of its neighbour; a message that is left in a ring is taken for"
                                + " the first one of the next launch")));
        return left;
    }

    /// By cause, one diagnostic each.
    public SequencedMap<String, Diagnostic> diagnostics() {
        return found;
    }
}

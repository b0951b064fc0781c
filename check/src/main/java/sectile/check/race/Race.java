package sectile.check.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Region;
import sectile.check.problem.CheckCode;

/// Two accesses to the same bytes, at least one of which changes them, that nothing orders.
///
/// @param first the one that happened first in this run
/// @param second the other one
/// @param seen the last synchronisation of the first actor after which the second one continued, before
///     its access
/// @param back the last synchronisation of the second actor after which the first one continued, before
///     its access
/// @param missing a synchronisation of the first actor after its access, for which the second one did not wait
/// @param forward a synchronisation of the first actor after its access by a token for which the second one waits
/// somewhere
/// @param backward a synchronisation of the second actor after its access by a token for which the first one waits
/// somewhere
/// @param fenceMissing whether the two are ordered by a signal, which the data of the first may follow late
public record Race(
        Event.Access first,
        Event.Access second,
        Optional<Sync> seen,
        Optional<Sync> back,
        Optional<Sync> missing,
        Optional<Sync> forward,
        Optional<Sync> backward,
        boolean fenceMissing) {

    /// Races of the same two statements have one cause.
    record Cause(String lower, String upper) {}

    Cause cause() {
        String a = first.span().toString();
        String b = fenceMissing
                ? "no fence before "
                        + missing.map(sync -> sync.span().toString()).orElse("a signal")
                : second.span().toString();
        return a.compareTo(b) <= 0 ? new Cause(a, b) : new Cause(b, a);
    }

    /// The two statements, in words that are the same for every race of the same cause.
    public String causeText() {
        Cause cause = cause();
        return cause.lower() + " and " + cause.upper();
    }

    /// The bytes that both touch, as far as their bounds tell.
    String bytes() {
        Region a = first.region();
        Region b = second.region();
        return "bytes " + Math.max(a.start(), b.start()) + " to " + (Math.min(a.end(), b.end()) - 1) + " of "
                + a.memory();
    }

    private static String line(Span span) {
        return span.isNone() ? "an unknown line" : "line " + span.line();
    }

    /// The race as a user reads it.
    ///
    /// @param times how many races of the same cause there are
    public Diagnostic diagnostic(int times) {
        if (fenceMissing) {
            return fenceDiagnostic();
        }
        Diagnostic report = Diagnostic.error(
                CheckCode.RACE,
                second.span(),
                second.actor() + " " + second.kind().verb() + " " + bytes() + ", and nothing orders this after "
                        + line(first.span()) + " on " + first.actor());
        report = report.note(first.span(), first.actor() + " " + first.kind().verb() + " " + bytes() + " here");
        report = ordered(report, seen, first, second);
        report = ordered(report, back, second, first);
        if (seen.isEmpty() && back.isEmpty()) {
            report = report.note(Span.none(), "no synchronisation orders anything between the two before");
        }
        if (times > 1) {
            report = report.note(Span.none(), "the same two statements race " + times + " times in this run");
        }
        return report.hint(cure());
    }

    /// The signal is there, and what is missing is a fence before it.
    private Diagnostic fenceDiagnostic() {
        Span signal = missing.map(Sync::span).orElse(second.span());
        return Diagnostic.error(
                        CheckCode.SIGNAL_OVERTAKES,
                        signal,
                        "this signal of " + first.actor() + " may overtake what " + line(first.span()) + " "
                                + first.kind().verb() + ": there is no fence between the two")
                .note(first.span(), first.actor() + " " + first.kind().verb() + " " + bytes() + " here")
                .note(
                        second.span(),
                        second.actor() + " " + second.kind().verb() + " them here, perhaps before the data is there")
                .hint("put pld.system.fence() between " + line(first.span()) + " and " + line(signal));
    }

    private static Diagnostic ordered(Diagnostic report, Optional<Sync> sync, Event.Access from, Event.Access to) {
        return sync.isEmpty()
                ? report
                : report.note(
                        sync.get().span(),
                        "the last order from " + from.actor() + " to " + to.actor() + ": "
                                + sync.get().what());
    }

    /// Which edge is missing.
    private String cure() {
        String here = line(first.span());
        String there = line(second.span());
        List<String> cures = new ArrayList<>();
        forward.ifPresent(sync -> cures.add(waitFor(sync, here, there)));
        backward.ifPresent(sync -> cures.add(waitFor(sync, there, here)));
        // What is read may be what an earlier round wrote.
        if (backward.isEmpty() && isRepeated(seen, forward) && !second.kind().writes()) {
            cures.add(signalAndWait(there, here));
        }
        if (forward.isEmpty() && isRepeated(back, backward) && !first.kind().writes()) {
            cures.add(signalAndWait(here, there));
        }
        if (!cures.isEmpty()) {
            return String.join(", or ", cures) + ", would order them";
        }
        if (isTransfer(first) || isTransfer(second)) {
            return isTransfer(first) ? cureOfTransfer(here, there, second) : cureOfTransfer(there, here, first);
        }
        if (back.isPresent() && !back.get().span().isNone()) {
            return line(back.get().span()) + " signals before " + there + " accesses the bytes; a signal after " + there
                    + ", or a wait before it, would order them";
        }
        if (missing.isPresent()) {
            return "a wait for what " + line(missing.get().span()) + " signals, before " + there + ", would order them";
        }
        return signalAndWait(here, there) + ", or a barrier between them, would order them";
    }

    private static boolean isTransfer(Event.Access access) {
        return access.actor().kind() == Actor.Kind.TRANSFER;
    }

    /// @param transfer the line of a transfer
    /// @param line that of the other access
    private String cureOfTransfer(String transfer, String line, Event.Access other) {
        if (!first.actor().isBeside(second.actor())) {
            return "pld.system.quiet() after " + transfer + ", then a signal, and a wait for it before " + line
                    + ", would order them";
        }
        boolean inOrder = first.actor().id() < second.actor().id();
        return isTransfer(other)
                ? "pld.system.quiet() between " + line((inOrder ? first : second).span()) + " and "
                        + line((inOrder ? second : first).span())
                        + ", or pld.system.fence() if the first is a put, would order the transfers"
                : "pld.system.quiet() between " + transfer + " and " + line
                        + " would wait for the transfer; a fence does not";
    }

    private static String waitFor(Sync sync, String after, String before) {
        return "a wait for what " + line(sync.span()) + " signals after " + after + ", before " + before;
    }

    private static String signalAndWait(String after, String before) {
        return "a signal after " + after + " and a wait for it before " + before;
    }

    /// Whether a line that has signalled once does so again, as in a loop.
    private static boolean isRepeated(Optional<Sync> earlier, Optional<Sync> later) {
        return earlier.isPresent()
                && later.isPresent()
                && earlier.get().span().equals(later.get().span());
    }
}

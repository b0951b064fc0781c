package sectile.base.observe;

import sectile.base.diag.Span;

/// Something that happens in a run. Events are reported in the order in which they happen.
public sealed interface Event {
    /// Whose it is.
    Actor actor();

    /// The place in the program.
    Span span();

    /// Simulated time; -1 where an executor has none.
    long timePs();

    /// Bytes of a memory are read or changed.
    record Access(Actor actor, Region region, AccessKind kind, Span span, long timePs) implements Event {}

    /// All that the actor did so far comes before all that `child` does.
    record Start(Actor actor, Actor child, Span span, long timePs) implements Event {}

    /// All that `done` did comes before what the actor does from now on.
    record Join(Actor actor, Actor done, Span span, long timePs) implements Event {}

    /// All that the actor did so far comes before whatever follows an [Acquire] of the same token.
    ///
    /// @param replaces whether earlier releases of the token no longer count, as after a signal that sets
    ///     a cell
    record Release(Actor actor, Token token, boolean replaces, Span span, long timePs) implements Event {}

    record Acquire(Actor actor, Token token, Span span, long timePs) implements Event {}

    /// The actor cannot continue until something happens. An actor that never has to wait does not report it.
    record Block(Actor actor, Wait waiting, Span span, long timePs) implements Event {}

    /// What the actor waited for has happened.
    record Resume(Actor actor, Span span, long timePs) implements Event {}

    /// What the actor waits for was itself held up: by an engine that is busy, by a link that carries something else.
    /// It lies between a [Block] and the [Resume] that follows; what no delay explains is the time that the
    /// operation takes on an idle machine.
    ///
    /// @param by what held it up
    /// @param sincePs from when
    /// @param untilPs until when; later than `timePs` where an executor knows it in advance
    record Delay(Actor actor, Wait by, long sincePs, long untilPs, Span span, long timePs) implements Event {}

    /// The actor has ended.
    record End(Actor actor, Span span, long timePs) implements Event {}
}

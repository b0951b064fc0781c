package sectile.interp.observe;

import sectile.base.diag.Span;

/// Hears what a run does, in the order in which it happens.
public interface Observer {
    Observer NONE = new Observer() {};

    /// Before the access.
    default void accessed(Access access) {}

    /// What the parent did so far comes before all that the child does.
    default void started(Actor parent, Actor child) {}

    /// All that `done` did comes before what `waiter` does from now on.
    default void joined(Actor waiter, Actor done) {}

    /// What the actor did so far comes before whatever follows an [#acquired] of the same token.
    default void released(Actor actor, Object token, Span span) {}

    default void acquired(Actor actor, Object token, Span span) {}
}

package sectile.check.race;

import sectile.base.diag.Span;

/// Something that others may continue after: a signal, a push, the arrival at a barrier, the start of an actor.
///
/// @param epoch the last one of the actor that it passes on
/// @param what in words
public record Sync(int epoch, String what, Span span) {}

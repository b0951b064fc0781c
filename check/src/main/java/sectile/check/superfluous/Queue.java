package sectile.check.superfluous;

import sectile.base.diag.Span;

/// A queue, or several that are alike, with a number of slots that can be changed.
///
/// @param name for messages, as in "pipe 0"
/// @param slots how many it has
public record Queue(String name, int slots, Span span) {}

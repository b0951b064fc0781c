package sectile.explore;

import sectile.base.diag.Span;

/// What a point must satisfy to be of use.
///
/// @param formula a Python expression that is true or false
public record Constraint(String formula, Span span) {}

package sectile.sim.topology;

import sectile.base.diag.Span;

/// Something that was read, and where the number is that a later check would complain about.
record Placed<T>(T value, Span span) {}

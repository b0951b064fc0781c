package sectile.interp.observe;

import sectile.base.diag.Span;
import sectile.base.observe.Region;

/// A read or write of global memory.
///
/// @param atomic whether it is part of an atomic addition, or a wait that may run at the same time as a write
public record Access(Actor actor, Region region, boolean write, boolean atomic, Span span) {}

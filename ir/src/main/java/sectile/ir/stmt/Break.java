package sectile.ir.stmt;

import sectile.ir.expr.Origin;

/// Leaves the innermost loop.
public record Break(Origin origin) implements Jump {}

package sectile.ir.stmt;

import sectile.ir.expr.Origin;

/// Goes on with the next iteration of the innermost loop.
public record Continue(Origin origin) implements Jump {}

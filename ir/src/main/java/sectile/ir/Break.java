package sectile.ir;

/// Leaves the innermost loop.
public record Break(Origin origin) implements Stmt {}

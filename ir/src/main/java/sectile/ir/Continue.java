package sectile.ir;

/// Goes on with the next iteration of the innermost loop.
public record Continue(Origin origin) implements Stmt {}

package sectile.ir.stmt;

/// Ends an iteration, a loop or a function.
public sealed interface Jump extends Stmt permits Return, Break, Continue {}

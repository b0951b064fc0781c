package sectile.ir.symbol;

/// What a [Scope][sectile.ir.stmt.Scope] says about the statements in it.
public enum ScopeKind {
    /// `pl.at(level=pl.Level.CORE_GROUP)`: becomes a kernel of its own.
    IN_CORE,
    /// `pl.at(level=…)` of any other level.
    HIERARCHY,
    /// `pl.cluster()`: one matrix core and its vector cores work together.
    CLUSTER,
    /// `pl.spmd(n)`: the body runs on n blocks.
    SPMD,
    /// `pl.split_aiv(n, mode)`: the body runs on each vector core of a group.
    SPLIT_AIV,
    /// `pl.scope()` and, with `manual`, `pl.manual_scope()`: how tasks in it depend on each other.
    RUNTIME,
    /// `pld.comm_domain(…)`: the devices and windows that the dispatches in it share.
    COMM_DOMAIN
}

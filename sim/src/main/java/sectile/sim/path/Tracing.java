package sectile.sim.path;

/// What a machine notes of why things happen when they do.
public enum Tracing {
    /// Nothing.
    OFF,
    /// What a critical path needs, unless that becomes [too much][Trail#mostSteps].
    SHORT_PATH,
    /// What a critical path needs.
    PATH,
    /// The same, and every step, so that there is a [Slack] of each.
    ALL
}

package sectile.base.observe;

/// Is told what a run does, in the order in which it happens. It must not change anything.
@FunctionalInterface
public interface Observer {
    /// Ignores everything. Executors do not create events for it.
    Observer NONE = event -> {};

    void observe(Event event);

    /// Whether events must be created at all.
    default boolean isActive() {
        return this != NONE;
    }

    /// Tells this observer first, then the other.
    default Observer and(Observer other) {
        if (!isActive()) {
            return other;
        }
        return !other.isActive()
                ? this
                : event -> {
                    observe(event);
                    other.observe(event);
                };
    }
}

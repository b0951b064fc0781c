package sectile.runtime.device;

import java.util.List;
import java.util.Optional;

/// What a device can measure beside time. Closed when an evaluation ends.
public interface Meter extends AutoCloseable {
    /// A meter of a device that has nothing to measure.
    Meter NONE = new Meter() {};

    /// A rate that the device can reach.
    ///
    /// @param operations floating-point operations per second
    /// @param bytes bytes moved from and to memory per second
    record Peak(double operations, double bytes) {}

    /// A counter, per execution.
    ///
    /// @param unavailable why there is no value; empty if there is one
    record Reading(String name, double value, String unavailable) {
        public boolean isAvailable() {
            return unavailable.isEmpty();
        }
    }

    /// Measures what the device can reach at this moment.
    default Optional<Peak> peak() {
        return Optional.empty();
    }

    /// Empties the caches; false if the device cannot.
    default boolean emptyCaches() {
        return false;
    }

    /// Starts all counters at zero.
    default void startCounters() {}

    /// Stops all counters and adds what they counted to what they counted before.
    default void stopCounters() {}

    /// What the counters counted, divided by a number of executions.
    default List<Reading> readings(long executions) {
        return List.of();
    }

    @Override
    default void close() {}
}

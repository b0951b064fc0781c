package sectile.explore;

/// Something that executes points in other processes, found by the service loader.
public interface Cluster {
    /// The name that `--on` begins with, such as `spark`.
    String name();

    /// Connects.
    ///
    /// @param address what follows the name, such as `//host:7077`; empty for this host
    /// @param jobs points at a time, where that is for the caller to say
    /// @throws Unreachable if nothing answers there
    Connection connect(String address, int jobs) throws Unreachable;

    /// Executes points until it is closed, or throws [Lost].
    interface Connection extends Measurer, AutoCloseable {
        @Override
        void close();
    }

    /// It ended before all points were executed.
    final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Lost(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// Nothing answers at an address.
    final class Unreachable extends Exception {
        private static final long serialVersionUID = 1;

        public Unreachable(String message) {
            super(message);
        }
    }
}

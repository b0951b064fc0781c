package sectile.base.observe;

/// A piece of memory with an identity: a tensor, a rank's part of a window, a buffer of a core. Two
/// accesses can only meet when they are in the same one.
public interface Storage {
    /// What a program calls it.
    String name();

    /// The rank whose memory it is; -1 for the host's.
    int rank();

    /// Its size.
    long bytes();

    /// Names it within a run. The same piece has the same key in every order of the same program, because
    /// it counts what its creator created before, not what others did.
    String key();

    /// Whether its bytes hold nothing before they are written.
    default boolean isUndefined() {
        return false;
    }

    /// A storage for executors that have no type of their own for it.
    record Named(String key, String name, int rank, long bytes) implements Storage {
        @Override
        public String toString() {
            return rank < 0 ? name : name + " of rank " + rank;
        }
    }
}

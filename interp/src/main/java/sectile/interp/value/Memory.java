package sectile.interp.value;

import sectile.base.observe.Storage;
import sectile.interp.schedule.Channel;

/// A piece of global memory that a program allocated or was given. It is an identity.
public final class Memory implements Storage {
    private final long id;
    private final String name;
    private final int rank;
    private final boolean manual;
    private final long bytes;
    private final Channel writes = new Channel();

    /// @param rank the rank whose memory it is; -1 for the host's
    /// @param manual whether tasks that use it are ordered by declared dependencies alone
    /// @param bytes its size
    public Memory(long id, String name, int rank, boolean manual, long bytes) {
        this.id = id;
        this.name = name;
        this.rank = rank;
        this.manual = manual;
        this.bytes = bytes;
    }

    public long id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public String key() {
        return String.valueOf(id);
    }

    public boolean isManual() {
        return manual;
    }

    /// Changes with every write.
    public Channel writes() {
        return writes;
    }

    @Override
    public String toString() {
        return rank < 0 ? name : name + " of rank " + rank;
    }
}

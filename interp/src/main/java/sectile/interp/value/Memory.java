package sectile.interp.value;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.observe.Actor;
import sectile.base.observe.Storage;
import sectile.base.observe.Wait;
import sectile.interp.schedule.Channel;
import sectile.interp.schedule.Creation;

/// A piece of global memory that a program allocated or was given. It is an identity.
public final class Memory implements Storage {
    private final Creation creation;
    private final String name;
    private final int rank;
    private final boolean manual;
    private final long bytes;
    private boolean undefined;
    private boolean onDevices;
    private final Channel writes = new Channel();
    private final Map<Long, Signals> signals = new HashMap<>();

    /// Who has signalled a cell.
    private static final class Signals {
        private final Set<Actor> senders = new LinkedHashSet<>();
        private Optional<Wait.Touch> last = Optional.empty();
    }

    /// @param creation names it
    /// @param rank the rank whose memory it is; -1 for the host's
    /// @param manual whether tasks that use it are ordered by declared dependencies alone
    /// @param bytes its size
    public Memory(Creation creation, String name, int rank, boolean manual, long bytes) {
        this.creation = creation;
        this.name = name;
        this.rank = rank;
        this.manual = manual;
        this.bytes = bytes;
    }

    @Override
    public String key() {
        return creation + "@" + rank;
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
    public boolean isUndefined() {
        return undefined;
    }

    /// Its contents are undefined until they are written.
    public void leaveUndefined() {
        undefined = true;
    }

    /// What uses it finds a copy on its own device, made before the run: nothing is copied between host and devices.
    public void keepOnDevices() {
        onDevices = true;
    }

    public boolean isOnDevices() {
        return onDevices;
    }

    public boolean isManual() {
        return manual;
    }

    /// Changes with every write.
    public Channel writes() {
        return writes;
    }

    /// A cell is signalled.
    ///
    /// @param offset where the cell is, in bytes
    public void signalled(long offset, Wait.Touch by) {
        Signals cell = signals.computeIfAbsent(offset, o -> new Signals());
        cell.senders.add(by.actor());
        cell.last = Optional.of(by);
    }

    /// Who signalled a cell last.
    public Optional<Wait.Touch> lastSignal(long offset) {
        Signals cell = signals.get(offset);
        return cell == null ? Optional.empty() : cell.last;
    }

    /// Who has signalled a cell.
    public Set<Actor> senders(long offset) {
        Signals cell = signals.get(offset);
        return cell == null ? Set.of() : Set.copyOf(cell.senders);
    }

    @Override
    public String toString() {
        return rank < 0 ? name : name + " of rank " + rank;
    }
}

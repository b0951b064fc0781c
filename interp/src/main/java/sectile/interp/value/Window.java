package sectile.interp.value;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.limit.OutOfMemory;
import sectile.interp.schedule.Channel;

/// A window buffer: as many bytes on every device, which the others can reach.
public final class Window {
    private final String name;
    private final long bytes;
    private final List<Memory> memories = new ArrayList<>();
    private final List<MemorySegment> segments = new ArrayList<>();
    private final Optional<List<Integer>> group;
    private final TreeSet<Integer> members = new TreeSet<>();
    private final Channel membership = new Channel();

    /// @param group the devices that share it, by rank; empty if those do that are sent the window
    public Window(String name, long bytes, List<Memory> memories, Optional<List<Integer>> group) {
        this.group = group;
        this.name = name;
        this.bytes = bytes;
        this.memories.addAll(memories);
        for (int i = 0; i < memories.size(); i++) {
            segments.add(MemorySegment.ofArray(new byte[OutOfMemory.arrayLength(bytes, "the window `" + name + "`")]));
        }
    }

    public String name() {
        return name;
    }

    public long bytes() {
        return bytes;
    }

    /// The bytes of a device.
    public MemorySegment bytesOf(int device) {
        return segments.get(device);
    }

    /// Names it in a run, in the same way in every order.
    public String key() {
        return memories.getFirst().key();
    }

    /// The devices that work with this window; a device's rank is its place among them.
    public List<Integer> members() {
        return group.orElseGet(() -> List.copyOf(members));
    }

    /// A device is sent the window.
    public void join(int device) {
        if (group.isEmpty() && members.add(device)) {
            membership.changed();
        }
    }

    public Channel membership() {
        return membership;
    }

    /// The window as a tensor, on every device.
    public Peers view(DType dtype, Shape shape) {
        return new Peers(this, device -> NdArray.over(segments.get(device), dtype, shape), memories::get);
    }
}

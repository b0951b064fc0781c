package sectile.compiler.target;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// What a target can do. Passes ask it and never look at its name.
///
/// @param cores core groups of a device
/// @param pipes how a matrix core and a vector core of a group exchange tiles
/// @param memories the on-chip memories; a space that none of them holds does not exist
/// @param casts for each element type, the types it converts to in one step
/// @param atomics the element types that a store can add to global memory atomically
/// @param costs for the choice between equivalent programs
public record Target(
        String name,
        String summary,
        Cores cores,
        Pipes pipes,
        List<Memory> memories,
        Map<DataType, Set<DataType>> casts,
        Set<DataType> atomics,
        Fractal fractal,
        Costs costs) {
    /// How cross-core pipes are built.
    public enum Pipes {
        /// One core writes into the memory of the other.
        DIRECT,
        /// Through a buffer in global memory.
        GM
    }

    /// The cores of a device.
    ///
    /// @param groups how many core groups there are; an SPMD launch of more blocks runs in waves
    /// @param vectors vector cores of a group
    /// @param split whether matrix and vector ops of one kernel run on two cores, so that a mixed kernel is split
    /// @param flatTiles whether a tile has at most two dimensions
    public record Cores(int groups, int vectors, boolean split, boolean flatTiles) {}

    /// A memory of a core group.
    ///
    /// @param spaces the memory spaces that lie in it
    /// @param capacity in bytes
    /// @param alignment of buffers, in bytes
    public record Memory(String name, Set<MemorySpace> spaces, long capacity, long alignment) {
        public Memory {
            spaces = Collections.unmodifiableSet(EnumSet.copyOf(spaces));
        }
    }

    /// The blocks that a matrix core works on: tiles in its memories take whole ones, and their parts begin at one.
    ///
    /// @param kBytes of the contracted dimension, in bytes of an element of the operands
    public record Fractal(int m, int n, int kBytes) {
        /// The unit of the contracted dimension in elements of a type.
        public int k(DataType dtype) {
            return Math.max(1, kBytes * 8 / Math.max(1, dtype.bits()));
        }
    }

    /// Cost parameters, in cycles of a core.
    ///
    /// @param loadBytes that arrive from global memory per cycle
    /// @param moveBytes that move between on-chip memories per cycle
    /// @param macs multiply-accumulates of 16-bit elements per cycle
    /// @param startCycles that every transfer takes besides
    public record Costs(double loadBytes, double moveBytes, double macs, double startCycles) {}

    public Target {
        memories = List.copyOf(memories);
        var copies = new EnumMap<DataType, Set<DataType>>(DataType.class);
        casts.forEach((from, to) -> copies.put(from, Collections.unmodifiableSet(copy(to))));
        casts = Collections.unmodifiableMap(copies);
        atomics = Collections.unmodifiableSet(copy(atomics));
    }

    private static EnumSet<DataType> copy(Set<DataType> types) {
        return types.isEmpty() ? EnumSet.noneOf(DataType.class) : EnumSet.copyOf(types);
    }

    /// The memory that a space lies in; empty if the target has no such space.
    public Optional<Memory> memory(MemorySpace space) {
        return memories.stream().filter(m -> m.spaces().contains(space)).findFirst();
    }

    /// The bytes of the memory that a space lies in; 0 if the target has no such space.
    public long capacity(MemorySpace space) {
        return memory(space).map(Memory::capacity).orElse(0L);
    }

    /// Whether an element type converts to another in one step.
    public boolean casts(DataType from, DataType to) {
        return from == to || casts.getOrDefault(from, Set.of()).contains(to);
    }

    public boolean routesPipesThroughGm() {
        return pipes == Pipes.GM;
    }

    /// The same target with another capacity of one of its memories, for example that of a topology.
    public Target withCapacity(String memory, long bytes) {
        if (memories.stream().noneMatch(m -> m.name().equals(memory))) {
            throw new IllegalArgumentException(name + " has no memory " + memory);
        }
        List<Memory> changed = memories.stream()
                .map(m -> m.name().equals(memory) ? new Memory(m.name(), m.spaces(), bytes, m.alignment()) : m)
                .toList();
        return new Target(name, summary, cores, pipes, changed, casts, atomics, fractal, costs);
    }

    /// The same target with another number of core groups.
    public Target withGroups(int groups) {
        var changed = new Cores(groups, cores.vectors(), cores.split(), cores.flatTiles());
        return new Target(name, summary, changed, pipes, memories, casts, atomics, fractal, costs);
    }
}

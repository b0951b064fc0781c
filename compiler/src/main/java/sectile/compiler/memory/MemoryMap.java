package sectile.compiler.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.compiler.target.Target;
import sectile.ir.Function;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;

/// Where the buffers of a kernel lie in the memories of a target.
///
/// @param function the kernel
public record MemoryMap(String function, List<Place> places) {
    /// A buffer at its place.
    ///
    /// @param memory as the target calls it
    /// @param start and `end` are the numbers of the first and the last statement that use it
    public record Place(String memory, String buffer, long address, long bytes, int line, int start, int end) {
        /// Where a tile in the buffer lies. The index of a slot becomes an address, which a loop may compute.
        private MemRef of(MemRef tile, Extent extent) {
            if (tile.slots() > 1) {
                Expr slot = Dims.multiply(tile.byteOffset(), ConstInt.index(tile.size()));
                return new MemRef(buffer, Dims.add(ConstInt.index(address), slot), bytes);
            }
            OptionalLong offset = Dims.constant(tile.byteOffset());
            return offset.isEmpty()
                    ? tile
                    : new MemRef(
                            buffer,
                            ConstInt.index(address + offset.getAsLong() - extent.low()),
                            extent.divided() ? tile.size() : bytes);
        }
    }

    public MemoryMap {
        places = List.copyOf(places);
    }

    /// Places each buffer at the lowest address that is free while it is in use, or reports what does not fit.
    public static MemoryMap allocated(Function function, Target target, Diagnostics diagnostics) {
        Map<String, Long> next = new LinkedHashMap<>();
        Map<String, List<Place>> active = new HashMap<>();
        var places = new ArrayList<Place>();
        for (Lifetimes.Lifetime buffer : Lifetimes.of(function)) {
            Target.Memory memory = target.memory(buffer.space()).orElse(null);
            if (memory == null) {
                diagnostics.add(Diagnostic.error(
                        CompilerCode.NO_SUCH_MEMORY,
                        buffer.variable().span(),
                        "`" + buffer.variable().name() + "` lies in "
                                + buffer.space().surface() + ", which " + target.name() + " does not have"));
                continue;
            }
            List<Place> inUse = active.computeIfAbsent(memory.name(), m -> new ArrayList<>());
            inUse.removeIf(place -> place.end < buffer.start());
            long address = lowest(inUse, buffer.bytes(), Math.max(1, memory.alignment()));
            next.merge(memory.name(), address + buffer.bytes(), Math::max);
            var place = new Place(
                    memory.name(),
                    buffer.buffer(),
                    address,
                    buffer.bytes(),
                    buffer.variable().span().line(),
                    buffer.start(),
                    buffer.end());
            places.add(place);
            inUse.add(place);
            inUse.sort(Comparator.comparingLong(Place::address));
        }
        var map = new MemoryMap(function.name(), places);
        next.forEach((name, used) -> {
            long capacity = target.memories().stream()
                    .filter(m -> m.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .capacity();
            if (used > capacity) {
                diagnostics.add(map.overflow(function, name, used, capacity));
            }
        });
        return map;
    }

    /// The lowest aligned address with so many free bytes.
    private static long lowest(List<Place> inUse, long bytes, long alignment) {
        long address = 0;
        for (Place place : inUse) {
            if (address + bytes <= place.address) {
                return address;
            }
            address = Math.max(address, (place.address + place.bytes + alignment - 1) / alignment * alignment);
        }
        return address;
    }

    private Diagnostic overflow(Function function, String memory, long used, long capacity) {
        // What is in use at the moment that needs the most.
        Place highest = places.stream()
                .filter(p -> p.memory.equals(memory))
                .max(Comparator.comparingLong(p -> p.address + p.bytes))
                .orElseThrow();
        List<Place> largest = places.stream()
                .filter(p -> p.memory.equals(memory) && p.start <= highest.start && highest.start <= p.end)
                .sorted(Comparator.comparingLong(Place::bytes).reversed())
                .limit(3)
                .toList();
        String names = largest.stream()
                .map(p -> "`" + p.buffer + "` (" + p.bytes + " bytes, line " + p.line + ")")
                .collect(Collectors.joining(", "));
        Var first = Lifetimes.of(function).stream()
                .filter(l -> l.buffer().equals(largest.getFirst().buffer))
                .findFirst()
                .orElseThrow()
                .variable();
        return Diagnostic.error(
                        CompilerCode.OVER_CAPACITY,
                        first.span(),
                        "`" + function.name() + "` needs " + used + " bytes of " + memory + ", which has " + capacity
                                + "; the largest buffers are " + names)
                .hint("use smaller tiles, or fewer at the same time");
    }

    /// The function with the addresses in its tiles.
    public Function applied(Function target) {
        Map<String, Extent> extents = Extent.of(target);
        Map<String, Place> byBuffer = new HashMap<>();
        places.forEach(place -> byBuffer.put(place.buffer, place));
        return new Renaming(memref -> {
                    Place place = byBuffer.get(memref.buffer());
                    Extent extent = extents.get(memref.buffer());
                    return place == null || extent == null ? memref : place.of(memref, extent);
                })
                .function(target);
    }

    /// The map of a function whose tiles have addresses.
    public static MemoryMap of(Function function, Target target) {
        var places = new ArrayList<Place>();
        for (Lifetimes.Lifetime buffer : Lifetimes.of(function)) {
            MemRef memref = java.util.Objects.requireNonNull(
                    ((TileType) buffer.variable().type()).memref());
            places.add(new Place(
                    target.memory(buffer.space()).map(Target.Memory::name).orElse("?"),
                    buffer.buffer(),
                    Dims.constant(memref.byteOffset()).orElse(0),
                    buffer.bytes(),
                    buffer.variable().span().line(),
                    buffer.start(),
                    buffer.end()));
        }
        return new MemoryMap(function.name(), places);
    }

    /// A picture: a line per buffer, with its address, its size, and a bar over the statements that use it.
    public String text() {
        int last = places.stream().mapToInt(Place::end).max().orElse(0);
        int width = Math.min(48, last + 1);
        var text = new StringBuilder(function).append('\n');
        String memory = "";
        List<Place> sorted = places.stream()
                .sorted(Comparator.comparing(Place::memory).thenComparingLong(Place::address))
                .toList();
        for (Place place : sorted) {
            if (!place.memory.equals(memory)) {
                memory = place.memory;
                text.append("  ").append(memory).append('\n');
            }
            text.append(String.format("    %8d %8d  ", place.address, place.bytes));
            for (int i = 0; i < width; i++) {
                int from = (int) ((long) i * (last + 1) / width);
                int to = (int) ((long) (i + 1) * (last + 1) / width);
                text.append(place.start < to && from <= place.end ? '#' : '.');
            }
            text.append("  ")
                    .append(place.buffer)
                    .append(" (line ")
                    .append(place.line)
                    .append(")\n");
        }
        return text.toString();
    }
}

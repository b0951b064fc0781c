package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.limit.OutOfMemory;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Work;

/// A tensor whose bytes lie in the machine's memory, where kernels find them too.
///
/// @param shape of the argument; on several ranks without a host function, or for a window, with the ranks in front
/// @param parts where its bytes lie, in row-major order; each part is in one memory
public record Resident(DType dtype, Shape shape, List<Work.Extent> parts) {
    public Resident {
        parts = List.copyOf(parts);
        long bytes = parts.stream().mapToLong(Work.Extent::bytes).sum();
        if (bytes != dtype.bytesFor(shape.elements())) {
            throw new IllegalArgumentException(
                    dtype.text() + " " + shape + " takes " + dtype.bytesFor(shape.elements()) + " bytes, not " + bytes);
        }
    }

    /// What is there now.
    NdArray read(Machine machine) {
        byte[] all = new byte[OutOfMemory.arrayLength(dtype.bytesFor(shape.elements()), "a tensor")];
        int at = 0;
        for (Work.Extent part : parts) {
            int length = Math.toIntExact(part.bytes());
            machine.strands().peek(part.address(), all, at, length);
            at += length;
        }
        return NdArray.ofBytes(all, dtype, shape);
    }

    /// Where some of its bytes lie.
    List<Work.Extent> slice(long start, long bytes) {
        var found = new ArrayList<Work.Extent>();
        long from = 0;
        for (Work.Extent part : parts) {
            long first = Math.max(start, from);
            long end = Math.min(start + bytes, from + part.bytes());
            if (first < end) {
                found.add(new Work.Extent(part.address() + first - from, end - first));
            }
            from += part.bytes();
        }
        return found;
    }
}

package sectile.sim.machine;

import java.util.List;
import sectile.base.array.DType;
import sectile.sim.component.MathOp;

/// What a [Strand] can ask the machine for. The caller computes values; the machine lets time pass, books
/// engines and links, and says when the effect takes place.
public sealed interface Work {
    /// An operation of the vector engine of a PE.
    record Compute(MathOp op, long elements, DType dtype) implements Work {}

    /// A product of the matrix engine of a PE.
    record Multiply(int m, int n, int k, DType dtype) implements Work {}

    /// A copy inside the TCM of a PE: between tile memories, or into a pipe between cores of one PE.
    record Move(String name, long bytes) implements Work {}

    /// Reads memory; ends when the last byte is here.
    record Read(String name, List<Extent> from) implements Work {
        public Read {
            from = List.copyOf(from);
        }
    }

    /// Writes memory; ends when the last byte is in memory.
    record Write(String name, List<Extent> to) implements Work {
        public Write {
            to = List.copyOf(to);
        }
    }

    /// Changes a memory cell atomically. Ends for the sender when the message has left; `effect` runs when it arrives,
    /// which is never before data that the same sender wrote to the same memory earlier.
    record Signal(Extent cell, Runnable effect) implements Work {}

    /// A message between the host and a control processor, which its receiver takes time to handle.
    record Message(Site to, long payloadBytes) implements Work {}

    /// Bytes of one memory.
    ///
    /// @param address of the first byte; it decides which memory
    record Extent(long address, long bytes) {
        public Extent {
            if (bytes < 0) {
                throw new IllegalArgumentException("an extent of " + bytes + " bytes");
            }
        }
    }
}

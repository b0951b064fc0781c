package sectile.script.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.script.code.Standing;
import sectile.sim.Place;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.memory.Buffers;

/// A text kernel without time: all PEs share one memory that holds the buffers, queues are unbounded.
public final class FunctionalKernel {
    private static final long ALIGNMENT = 64;

    private final KernelRun run;
    private final SequencedMap<String, NdArray> contents = new LinkedHashMap<>();
    private final Map<String, Long> offsets = new HashMap<>();

    private FunctionalKernel(KernelRun run) {
        this.run = run;
    }

    /// Runs it and gives the buffers as they are afterwards.
    public static SequencedMap<String, NdArray> run(KernelRun run, long seed, Limits limits) {
        try {
            return new FunctionalKernel(run).toTheEnd(seed, limits);
        } catch (DiagnosticException e) {
            throw run.explained(e);
        }
    }

    private SequencedMap<String, NdArray> toTheEnd(long seed, Limits limits) {
        long size = 0;
        for (var entry : run.buffers().entrySet()) {
            NdArray array =
                    entry.getValue().contents(entry.getKey(), run.places().size(), run.sips(), seed);
            contents.put(entry.getKey(), array);
            offsets.put(entry.getKey(), size);
            size += Math.ceilDiv(array.dtype().bytesFor(array.elements()), ALIGNMENT) * ALIGNMENT;
        }
        String what = "the memory of the kernel's buffers";
        limits.require(size, what, Span.none());
        byte[] memory = new byte[OutOfMemory.arrayLength(size, what)];
        contents.forEach((name, array) -> {
            byte[] bytes = array.contiguous().toBytes();
            System.arraycopy(bytes, 0, memory, Math.toIntExact(offset(name)), bytes.length);
        });
        Wiring wiring = run.wiring().orElseGet(() -> Wiring.of(run.places(), place -> new LinkedHashMap<>()));
        NdArray before = NdArray.ofBytes(memory, DType.U8, Shape.of(size));
        byte[] after = FunctionalRun.runShared(kernel(), wiring, before, buffers(), limits)
                .toBytes();
        SequencedMap<String, NdArray> outputs = new LinkedHashMap<>();
        contents.forEach((name, array) -> {
            int from = Math.toIntExact(offset(name));
            int bytes = Math.toIntExact(array.dtype().bytesFor(array.elements()));
            outputs.put(
                    name,
                    NdArray.ofBytes(
                            java.util.Arrays.copyOfRange(after, from, from + bytes), array.dtype(), array.shape()));
        });
        return outputs;
    }

    /// Where the elements of which type lie; of every PE's own array apart from the others'.
    private List<Buffers.Buffer> buffers() {
        List<Buffers.Buffer> buffers = new ArrayList<>();
        run.buffers().forEach((name, buffer) -> {
            int parts = switch (buffer.spread()) {
                case EACH -> run.places().size();
                case SPREAD -> run.sips();
                case SHARED, SPLIT -> 1;
            };
            long bytes = buffer.dtype().bytesFor(buffer.shape().elements());
            for (int i = 0; i < parts; i++) {
                buffers.add(new Buffers.Buffer(offset(name) + i * bytes, bytes, buffer.dtype()));
            }
        });
        return buffers;
    }

    private long offset(String name) {
        return offsets.getOrDefault(name, 0L);
    }

    /// The kernel with the addresses it has in this memory, whose start the run tells.
    private Kernel kernel() {
        List<Place> places = run.places();
        Kernel kernel = (tl, args) -> {
            int rank = places.indexOf(tl.place());
            Map<String, Long> addresses = new HashMap<>();
            run.buffers().forEach((name, buffer) -> addresses.put(name, address(args, name, buffer, rank)));
            run.script().kernel().run(tl, run.values(rank, addresses), Optional.of(new Standing(rank, places.size())));
        };
        return kernel.named(run.script().kernel().name());
    }

    private long address(KernelArgs args, String name, Buffer buffer, int rank) {
        long start = args.pointer(0) + offset(name);
        long bytes = buffer.dtype().bytesFor(buffer.shape().elements());
        return switch (buffer.spread()) {
            case SHARED, SPLIT -> start;
            case EACH -> start + rank * bytes;
            case SPREAD -> start + rank / (run.places().size() / run.sips()) * bytes;
        };
    }
}

package sectile.runtime.mppa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import sectile.base.array.NdArray;
import sectile.base.device.DeviceBuffer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.PlacedArray;
import sectile.ir.Function;
import sectile.runtime.c.CSource;
import sectile.runtime.c.HostPart;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.host.ArrayPlaces;
import sectile.runtime.host.NativeCache;
import sectile.runtime.mppa.MppaLink.Request;
import sectile.runtime.problem.RunCode;

/// Arrays of a run in memory of the accelerator, and the kernel libraries that it has loaded.
final class MppaPlaces implements ArrayPlaces {
    private final Supplier<MppaLink> link;
    private final MppaMemory memory;
    private final NativeCache kernels;
    private final int mostKernels;
    private int loaded;

    /// @param kernels builds kernel libraries
    /// @param mostKernels how many of them the accelerator may have loaded
    MppaPlaces(Supplier<MppaLink> link, MppaMemory memory, NativeCache kernels, int mostKernels) {
        this.link = link;
        this.memory = memory;
        this.kernels = kernels;
        this.mostKernels = mostKernels;
    }

    @Override
    public MemorySegment device() {
        return link.get().device();
    }

    @Override
    public boolean isApart() {
        return true;
    }

    @Override
    public CSource onHost(CSource source, Function entry) {
        return source.withText(HostPart.emit(entry));
    }

    /// Compiles the program for the accelerator, which loads it.
    @Override
    public Kernels kernels(CSource source) {
        if (loaded >= mostKernels) {
            throw new DiagnosticException(Diagnostic.error(
                            RunCode.MPPA_FULL,
                            Span.none(),
                            "the MPPA device holds " + mostKernels + " kernel libraries and cannot load another one")
                    .hint("close programs that are not needed, or allow more with MppaConfig.withMostKernels"));
        }
        Path library = kernels.program(source);
        MemorySegment path = MemorySegment.ofArray((library + "\0").getBytes(StandardCharsets.UTF_8));
        MppaLink.Answer answer = link.get().ask(Request.LOAD, 0, 0, path, MemorySegment.NULL);
        if (answer.status() != MppaLink.DONE) {
            throw new DiagnosticException(Diagnostic.error(
                            RunCode.NOT_LOADED,
                            Span.none(),
                            "the kernel library " + library + " cannot be loaded on the accelerator: "
                                    + answer.message())
                    .hint("remove the file; it is compiled again when it is needed"));
        }
        loaded++;
        return new Kernels(MemorySegment.ofAddress(answer.value()), () -> {
            loaded--;
            if (!link.get().isBroken()) {
                link.get().ask(Request.UNLOAD, answer.value(), 0);
            }
        });
    }

    @Override
    public Diagnostic explained(Diagnostic problem) {
        return link.get().isBroken() ? link.get().gone() : problem;
    }

    @Override
    public Place place(Arena run, NdArray array) {
        NdArray outside = ArrayPlaces.outside(run, array);
        DeviceBuffer buffer = memory.allocate(outside.memory().byteSize());
        try {
            var place = new OnDevice(outside, buffer);
            place.send();
            return place;
        } catch (RuntimeException | Error e) {
            memory.free(buffer);
            throw e;
        }
    }

    @Override
    public Optional<Place> existing(Arena run, PlacedArray array) {
        if (!(array instanceof DeviceArray placed) || placed.memory() != memory) {
            return Optional.empty();
        }
        memory.checkLive(placed.buffer());
        return Optional.of(new InMemory(MemorySegment.ofAddress(placed.buffer().address()), placed));
    }

    private final class OnDevice implements Place {
        private final NdArray outside;
        private final DeviceBuffer buffer;

        OnDevice(NdArray outside, DeviceBuffer buffer) {
            this.outside = outside;
            this.buffer = buffer;
        }

        @Override
        public MemorySegment base() {
            return MemorySegment.ofAddress(buffer.address());
        }

        @Override
        public void assign(NdArray array) {
            outside.assign(array);
            send();
        }

        @Override
        public void send() {
            memory.copyTo(buffer, 0, outside.memory());
        }

        @Override
        public NdArray fetch() {
            memory.copyFrom(buffer, 0, outside.memory());
            return outside;
        }

        @Override
        public void close() {
            if (memory.isLive(buffer)) {
                memory.free(buffer);
            }
        }
    }
}

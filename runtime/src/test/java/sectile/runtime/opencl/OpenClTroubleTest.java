package sectile.runtime.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.device.AcceleratorDevice;
import sectile.base.device.Device;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.c.Dialect;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.Hosts;
import sectile.runtime.host.NativeLoader;
import sectile.runtime.simulated.Programs;

/// OpenCL devices that are not there, disappear, or refuse kernels.
class OpenClTroubleTest {
    private final OpenCl library = OpenCls.library();

    @Test
    void aNumberThatNoDeviceHasIsNamed() {
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> OpenClDevice.open(library, 99, Hosts.options()))
                .withMessageContaining("RUN-331")
                .withMessageContaining("99");
    }

    /// PoCL offers no device then, which is not because none is installed.
    @Test
    void aCacheThatCannotBeWrittenIsNamed(@TempDir Path scratch) throws IOException {
        Path file = Files.writeString(scratch.resolve("file"), "in the way");
        OpenCl elsewhere =
                OpenCl.load(Map.of("POCL_CACHE_DIR", file.resolve("cache").toString()), scratch);
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(elsewhere::devices)
                .withMessageContaining("RUN-312")
                .withMessageContaining(file.toString());
    }

    /// PoCL ends the process when the disk is full.
    @Test
    void aFullDiskIsFoundBeforeKernelsAreCompiled(@TempDir Path scratch) {
        var cache = new PoclCache(scratch);
        cache.requireRoom();
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> cache.requireRoom(PoclCache.ROOM - 1))
                .withMessageContaining("RUN-312")
                .withMessageContaining("No space left on device: kernels need 16 MiB");
    }

    @Test
    void emptyFilesThatNoCompilationUsesAnyMoreAreDeleted(@TempDir Path scratch) throws IOException {
        Path left = old(Files.createFile(scratch.resolve("tempfile_left")));
        Path inUse = Files.createFile(scratch.resolve("tempfile_new"));
        Path full = old(Files.writeString(scratch.resolve("tempfile_full"), "a kernel"));
        Path other = old(Files.createFile(scratch.resolve("kernel.so")));
        OpenCl.load(Map.of("POCL_CACHE_DIR", scratch.toString()), Path.of("target", "opencl-cache"))
                .devices();
        assertThat(left).as("a directory of the user's").exists();
        OpenCl.load(Map.of(), scratch).devices();
        assertThat(scratch).isDirectoryNotContaining(left::equals);
        assertThat(inUse).exists();
        assertThat(full).exists();
        assertThat(other).exists();
    }

    private static Path old(Path file) throws IOException {
        FileTime made = Files.getLastModifiedTime(file);
        return Files.setLastModifiedTime(
                file, FileTime.from(made.toInstant().minus(PoclCache.UNUSED).minusSeconds(1)));
    }

    @Test
    void whatTheCompilerWroteIsInTheMessage() {
        OpenCl.Found found = library.devices().getFirst();
        MemorySegment context = library.createContext(found.handle());
        try {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> library.build(
                            context, found.handle(), "kernel void broken() { undeclared_name = 1; }", "-cl-std=CL1.2"))
                    .withMessageContaining("RUN-333")
                    .withMessageContaining("undeclared_name");
        } finally {
            library.release("clReleaseContext", context);
        }
    }

    /// A device without a queue is what is left of one that disappeared.
    @Test
    void aDeviceThatDisappearedIsNotAnyFailure() {
        OpenCl.Found found = library.devices().getFirst();
        MemorySegment context = library.createContext(found.handle());
        MemorySegment buffer = library.createBuffer(context, 64);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(64);
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> library.write(MemorySegment.NULL, buffer, 0, bytes))
                    .withMessageContaining("RUN-334")
                    .withMessageContaining("not available any more");
        } finally {
            library.release("clReleaseMemObject", buffer);
            library.release("clReleaseContext", context);
        }
    }

    /// The same in the middle of a run: kernels and transfers of native code have no queue to go to.
    @Test
    void aDeviceThatDisappearsDuringARunEndsTheRun() {
        OpenCl.Found found = library.devices().getFirst();
        var id = new DeviceId("opencl", 0);
        MemorySegment context = library.createContext(found.handle());
        MemorySegment queue = library.createQueue(context, found.handle());
        var memory = new OpenClMemory(id, library, context, queue, found);
        try (OpenClKernels kernels = OpenClKernels.build(library, context, found.handle());
                var places = new OpenClPlaces(library, found, context, MemorySegment.NULL, kernels, memory);
                var loader = new NativeLoader(id, Hosts.options(), Dialect.OPENCL, places);
                LoadedProgram loaded = loader.load(DeviceConformance.scale(3))) {
            Device device = new Holding(id, memory);
            DeviceArray x = DeviceArray.zeros(device, DType.F32, Shape.of(1, 64));
            DeviceArray y = DeviceArray.zeros(device, DType.F32, Shape.of(1, 64));
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(Run.of("main").with("x", x).with("y", y)))
                    .withMessageContaining("RUN-334")
                    .withMessageContaining("not available any more");
        } finally {
            memory.close();
            library.release("clReleaseCommandQueue", queue);
            library.release("clReleaseContext", context);
        }
    }

    @Test
    void oddPathsWorkAndNothingIsLeft(@TempDir Path scratch) throws IOException {
        Path odd = scratch.resolve("a b'c\"d\n$(e)");
        for (int i = 0; i < 2; i++) {
            try (OpenClDevice device =
                            OpenClDevice.open(library, 0, Hosts.options().withCache(odd));
                    LoadedProgram loaded = device.load(DeviceConformance.scale(3))) {
                assertThat(loaded.run(DeviceConformance.input(1)).output("y").getDoubleAt(2))
                        .isEqualTo(9);
            }
            try (Stream<Path> files = Files.list(odd)) {
                assertThat(files.filter(file -> file.getFileName().toString().startsWith("tmp-")))
                        .isEmpty();
            }
        }
        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files).containsExactly(odd);
        }
    }

    /// Memory is enough for the arguments, not for what the program makes of them.
    @Test
    void aProgramThatNeedsMoreMemoryThanTheDeviceHasIsReported() {
        Program program = Programs.parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[1, 8], pl.INT32], n: pl.Scalar[pl.INDEX]):
                        t = pl.create_tensor([n, 1048576], dtype=pl.INT32)
                        return t
                """);
        try (OpenClDevice device = OpenCls.open(0);
                LoadedProgram loaded = device.load(program)) {
            NdArray x = NdArray.zeros(DType.I32, Shape.of(1, 8));
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(Run.of("main").with("x", x).with("n", 1_000_000L)))
                    .withMessageContaining("RUN-302")
                    .withMessageContaining("out of memory");
        }
    }

    private record Holding(DeviceId id, DeviceMemory ownMemory) implements AcceleratorDevice {
        @Override
        public String architecture() {
            return "opencl";
        }

        @Override
        public String description() {
            return "memory of a device";
        }

        @Override
        public void close() {
            // The test closes it.
        }
    }
}

package sectile.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// What every device class must do. A subclass opens its devices; a class is done when all of this passes.
public abstract class DeviceConformance {
    private static final int MANY = 25;

    private final ArrayList<Device> opened = new ArrayList<>();

    /// A new device; different indices are different devices.
    protected abstract Device open(int index);

    private Device device(int index) {
        Device device = open(index);
        opened.add(device);
        return device;
    }

    private DeviceMemory memory() {
        return device(0).memory().orElseThrow();
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Device::close);
    }

    private static MemorySegment pattern(int bytes, int start) {
        byte[] values = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            values[i] = (byte) (start + 7 * i);
        }
        return MemorySegment.ofArray(values);
    }

    private static byte[] read(DeviceMemory memory, DeviceBuffer buffer) {
        byte[] values = new byte[(int) buffer.bytes()];
        memory.copyFrom(buffer, 0, MemorySegment.ofArray(values));
        return values;
    }

    @Test
    void saysWhatItIs() {
        Device device = device(0);
        assertThat(device.id().toString()).contains(":");
        assertThat(device.architecture()).isNotEmpty();
        assertThat(device.description()).isNotEmpty();
        assertThat(device(1).id()).isNotEqualTo(device.id());
    }

    @Test
    void copiesRoundTrip() {
        DeviceMemory memory = memory();
        for (int bytes : new int[] {0, 1, 3, 64, 4097, 100_000}) {
            DeviceBuffer buffer = memory.allocate(bytes);
            memory.copyTo(buffer, 0, pattern(bytes, bytes));
            assertThat(read(memory, buffer))
                    .isEqualTo(pattern(bytes, bytes).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
            memory.free(buffer);
        }
        assertThat(memory.used()).isZero();
    }

    @Test
    void partialCopiesTouchNothingElse() {
        DeviceMemory memory = memory();
        DeviceBuffer buffer = memory.allocate(256);
        DeviceBuffer next = memory.allocate(256);
        memory.fillZero(buffer);
        memory.fillZero(next);
        memory.copyTo(buffer, 100, pattern(56, 1));
        byte[] found = read(memory, buffer);
        byte[] expected = new byte[256];
        MemorySegment.copy(pattern(56, 1), 0, MemorySegment.ofArray(expected), 100, 56);
        assertThat(found).isEqualTo(expected);
        assertThat(read(memory, next)).containsOnly(0);
        byte[] part = new byte[10];
        memory.copyFrom(buffer, 120, MemorySegment.ofArray(part));
        assertThat(part).isEqualTo(java.util.Arrays.copyOfRange(expected, 120, 130));
    }

    @Test
    void copiesOutOfBoundsAreRefused() {
        DeviceMemory memory = memory();
        DeviceBuffer buffer = memory.allocate(16);
        memory.fillZero(buffer);
        for (long offset : new long[] {-1, 1, 16, 17, Long.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> memory.copyTo(buffer, offset, pattern(16, 5)));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> memory.copyFrom(buffer, offset, MemorySegment.ofArray(new byte[16])));
        }
        assertThat(read(memory, buffer)).containsOnly(0);
    }

    @Test
    void fillsWithZeros() {
        DeviceMemory memory = memory();
        DeviceBuffer buffer = memory.allocate(1000);
        memory.copyTo(buffer, 0, pattern(1000, 3));
        memory.fillZero(buffer);
        assertThat(read(memory, buffer)).containsOnly(0);
    }

    @Test
    void addressesStayAndDoNotOverlap() {
        DeviceMemory memory = memory();
        var buffers = new ArrayList<DeviceBuffer>();
        var addresses = new ArrayList<Long>();
        for (int i = 0; i < MANY; i++) {
            buffers.add(memory.allocate(100));
            addresses.add(buffers.getLast().address());
            memory.copyTo(buffers.getLast(), 0, pattern(100, i));
        }
        for (int i = 0; i < MANY; i++) {
            assertThat(buffers.get(i).address()).isEqualTo(addresses.get(i));
            assertThat(read(memory, buffers.get(i))[0]).isEqualTo((byte) i);
        }
        addresses.sort(null);
        for (int i = 1; i < MANY; i++) {
            assertThat(addresses.get(i) - addresses.get(i - 1)).isGreaterThanOrEqualTo(100);
        }
    }

    @Test
    void freesOnce() {
        DeviceMemory memory = memory();
        DeviceBuffer buffer = memory.allocate(64);
        memory.free(buffer);
        assertThatIllegalStateException().isThrownBy(() -> memory.free(buffer));
        assertThatIllegalStateException().isThrownBy(() -> memory.fillZero(buffer));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.allocate(-1));
    }

    @Test
    void buffersBelongToTheirDevice() {
        DeviceMemory first = memory();
        DeviceMemory second = device(1).memory().orElseThrow();
        DeviceBuffer mine = first.allocate(64);
        DeviceBuffer theirs = second.allocate(64);
        first.copyTo(mine, 0, pattern(64, 1));
        second.copyTo(theirs, 0, pattern(64, 2));
        assertThat(read(first, mine)[0]).isEqualTo((byte) 1);
        assertThat(read(second, theirs)[0]).isEqualTo((byte) 2);
        assertThatIllegalStateException().isThrownBy(() -> second.free(mine));
    }

    @Test
    void memoryRunsOut() {
        DeviceMemory memory = memory();
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> memory.allocate(memory.capacity() + 1))
                .satisfies(e -> assertThat(e.diagnostics().getFirst().code()).isEqualTo("RUN-201"));
        DeviceBuffer buffer = memory.allocate(64);
        assertThat(memory.used()).isEqualTo(64);
        memory.free(buffer);
    }

    @Test
    void nothingWorksAfterClose() {
        Device device = device(0);
        DeviceMemory memory = device.memory().orElseThrow();
        DeviceBuffer buffer = memory.allocate(64);
        LoadedProgram loaded = device.load(scale(2));
        device.close();
        device.close();
        assertThatIllegalStateException().isThrownBy(() -> memory.allocate(1));
        assertThatIllegalStateException().isThrownBy(() -> memory.free(buffer));
        assertThatIllegalStateException().isThrownBy(() -> device.load(scale(3)));
        assertThatIllegalStateException().isThrownBy(() -> loaded.run(input(1)));
    }

    @Test
    void runsWhatItLoads() {
        Device device = device(0);
        try (LoadedProgram loaded = device.load(scale(3))) {
            Outcome expected = new Interpreter(scale(3)).run(input(5));
            assertThat(loaded.run(input(5)).output("y")).isEqualTo(expected.output("y"));
            LoadedProgram.Timed timed = loaded.timed(input(5));
            assertThat(timed.outcome().output("y")).isEqualTo(expected.output("y"));
            assertThat(timed.nanoseconds()).isPositive();
        }
    }

    @Test
    void twoDevicesRunSideBySide() {
        try (LoadedProgram first = device(0).load(scale(2));
                LoadedProgram second = device(1).load(scale(5))) {
            assertThat(first.run(input(1)).output("y").getDoubleAt(3)).isEqualTo(8);
            assertThat(second.run(input(1)).output("y").getDoubleAt(3)).isEqualTo(20);
            assertThat(first.run(input(1)).output("y").getDoubleAt(3)).isEqualTo(8);
        }
    }

    @Test
    void loadsAndUnloadsManyPrograms() {
        Device device = device(0);
        for (int i = 0; i < MANY; i++) {
            LoadedProgram loaded = device.load(scale(i % 3 + 1));
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(0)).isEqualTo(i % 3 + 1);
            loaded.close();
            loaded.close();
            assertThatIllegalStateException().isThrownBy(() -> loaded.run(input(1)));
        }
    }

    /// `y = factor · x` for 64 elements.
    protected static Program scale(int factor) {
        return FrontEnd.parse(new SourceFile("scale.py", """
                import pypto.language as pl
                @pl.program
                class Scale:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                        y = pl.store(pl.load(x, [0, 0], [1, 64]) * %d.0, [0, 0], y)
                        return y
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                        return self.kernel(x, y)
                """.formatted(factor)));
    }

    /// first, first + 1, …
    protected static Run input(int first) {
        NdArray x = NdArray.zeros(DType.F32, Shape.of(1, 64));
        for (int i = 0; i < 64; i++) {
            x.setDoubleAt(i, first + i);
        }
        return Run.of("main").with("x", x);
    }
}

package sectile.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.device.DeviceBuffer;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Outcome;
import sectile.interp.Run;

/// What every device class with memory for arrays must do beside [DeviceConformance].
public abstract class MemoryConformance extends DeviceConformance {
    private static final int MANY = 25;

    private DeviceMemory memory() {
        return device(0).memory().orElseThrow();
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
    void memoryIsFilledAndFreedAgain() {
        DeviceMemory memory = memory();
        var buffers = new ArrayList<DeviceBuffer>();
        long bytes = memory.capacity() / 8;
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < 64; i++) {
                        buffers.add(memory.allocate(bytes));
                    }
                })
                .withMessageContaining("RUN-201");
        assertThat(buffers).isNotEmpty();
        buffers.forEach(memory::free);
        assertThat(memory.used()).isZero();
        memory.free(memory.allocate(bytes));
    }

    @Test
    void noMemoryWorksAfterClose() {
        ProgramDevice device = device(0);
        DeviceMemory memory = device.memory().orElseThrow();
        DeviceBuffer buffer = memory.allocate(64);
        DeviceArray array = DeviceArray.zeros(device, DType.F32, Shape.of(4));
        device.close();
        assertThatIllegalStateException().isThrownBy(() -> memory.allocate(1));
        assertThatIllegalStateException().isThrownBy(() -> memory.free(buffer));
        assertThatIllegalStateException().isThrownBy(array::toHost);
        assertThat(memory.isLive(buffer)).isFalse();
        array.close();
    }

    @Test
    void arraysAndTheirViewsRoundTrip() {
        ProgramDevice device = device(0);
        for (DType dtype : DType.values()) {
            NdArray values = NdArray.zeros(dtype, Shape.of(4, 6));
            for (int i = 0; i < 24; i++) {
                values.setLongAt(i, i % 8);
            }
            try (DeviceArray array = DeviceArray.on(device, values)) {
                assertThat(array.toHost()).isEqualTo(values);
                assertThat(array.slice(1, 1, 5, 2).toHost()).isEqualTo(values.slice(1, 1, 5, 2));
                assertThat(array.slice(0, 3, -1, -1).toHost()).isEqualTo(values.slice(0, 3, -1, -1));
                assertThat(array.transpose().toHost()).isEqualTo(values.transpose());
                assertThat(array.select(0, 2).reshape(Shape.of(2, 3)).toHost())
                        .isEqualTo(values.select(0, 2).reshape(Shape.of(2, 3)));
                NdArray part = values.slice(1, 2, 4).copy();
                part.fill(1L);
                array.slice(1, 2, 4).assign(part);
                values.slice(1, 2, 4).assign(part);
                assertThat(array.toHost()).isEqualTo(values);
                try (DeviceArray copy = array.transpose().to(device(1))) {
                    assertThat(copy.toHost()).isEqualTo(values.transpose());
                    assertThat(copy.layout().isContiguous()).isTrue();
                }
            }
        }
        assertThat(device.memory().orElseThrow().used()).isZero();
    }

    /// The arguments of one call are in memory of the device, in a view of it, in memory of another device, and on the
    /// host; outputs are left where they are.
    @Test
    void argumentsAreInDifferentPlaces() {
        ProgramDevice device = device(0);
        ProgramDevice other = device(1);
        NdArray x = (NdArray) Objects.requireNonNull(input(1).arguments().get("x"));
        try (LoadedProgram loaded = device.load(scale(3));
                DeviceArray wide = DeviceArray.zeros(device, DType.F32, Shape.of(3, 128));
                DeviceArray here = DeviceArray.on(device, x);
                DeviceArray there = DeviceArray.on(other, x);
                DeviceArray target = DeviceArray.zeros(other, DType.F32, Shape.of(1, 64))) {
            assertThat(loaded.run(Run.of("main").with("x", here)).output("y").getDoubleAt(5))
                    .isEqualTo(18);
            assertThat(loaded.run(Run.of("main").with("x", there)).output("y").getDoubleAt(5))
                    .isEqualTo(18);
            DeviceArray view = wide.slice(0, 1, 2).slice(1, 0, 128, 2);
            Outcome outcome = loaded.run(Run.of("main").with("x", here).with("y", view));
            assertThat(outcome.outputs()).isEmpty();
            assertThat(view.toHost().getDoubleAt(5)).isEqualTo(18);
            assertThat(wide.select(1, 11).toHost().toDoubles()).containsOnly(0);
            assertThat(wide.select(0, 0).toHost().toDoubles()).containsOnly(0);
            loaded.run(Run.of("main").with("x", view).with("y", target));
            assertThat(target.toHost().getDoubleAt(5)).isEqualTo(54);
            loaded.run(Run.of("main").with("x", x).with("y", here));
            assertThat(here.toHost().getDoubleAt(5)).isEqualTo(18);
            DeviceArray freed = DeviceArray.on(device, x);
            freed.close();
            assertThatIllegalStateException()
                    .isThrownBy(() -> loaded.run(Run.of("main").with("x", freed)));
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(Run.of("main").with("x", wide)))
                    .withMessageContaining("EXEC-121");
        }
    }
}

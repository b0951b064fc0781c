package sectile.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;

/// Every workload is right, and leaves the same trace however it is run.
final class WorkloadTest {
    private static final QueueConfig QUEUES = new QueueConfig(Space.TCM, 4, 4096, 16);

    static Stream<Workload> workloads() {
        return Stream.of(
                new HelloRing(64, QUEUES),
                new HelloRing(1, new QueueConfig(Space.HBM, 1, 4, 0)),
                new HelloRing(100, new QueueConfig(Space.SRAM, 2, 512, 8)),
                new Copy(1000),
                new Copy(1),
                new Gemm(40, 24, 56, DType.F16, 16),
                new Gemm(1, 33, 7, DType.F32, 8),
                new Gemm(16, 16, 16, DType.I8, 64),
                new Gemm(9, 17, 33, DType.U8, 16),
                new Gemm(5, 3, 40, DType.U16, 16),
                new Gemm(9, 5, 3, DType.BF16, 4),
                // The right matrix does not fit in TCM, nor, in the second, a band of the left one.
                new Gemm(2, 4096, 2050, DType.F16, 64),
                new Gemm(130, 1, 50_001, DType.F16, 128),
                new Qkv(3, 130, 5, 32),
                new Qkv(2, 7, 8, 8));
    }

    private static WorkloadResult run(Workload workload, String preset, boolean data, CoroutineKind kind) {
        MachineOptions options = MachineOptions.standard().withData(data).withCoroutines(kind);
        try (Machine machine = Machine.open(Topologies.preset(preset), options)) {
            return workload.run(machine, 42);
        }
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void isRightAndLeavesOneTrace(Workload workload) {
        WorkloadResult first = run(workload, "small", true, CoroutineKind.CONTINUATION);
        assertThat(first.checked()).isPositive();
        assertThat(first.wrong()).isZero();
        String hash = first.statistics().traceHash();
        assertThat(run(workload, "small", true, CoroutineKind.CONTINUATION)
                        .statistics()
                        .traceHash())
                .as("a second run")
                .isEqualTo(hash);
        WorkloadResult threads = run(workload, "small", true, CoroutineKind.VIRTUAL_THREAD);
        assertThat(threads.statistics().traceHash()).as("virtual threads").isEqualTo(hash);
        assertThat(threads.wrong()).isZero();
        WorkloadResult timing = run(workload, "small", false, CoroutineKind.CONTINUATION);
        assertThat(timing.checked()).isZero();
        assertThat(timing.statistics().traceHash()).as("timing only").isEqualTo(hash);
        assertThat(timing.main()).isEqualTo(first.main());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void runsOnEveryPreset(Workload workload) {
        for (String preset : List.of("default", "flat", "torus")) {
            assertThat(run(workload, preset, true, CoroutineKind.CONTINUATION).wrong())
                    .as(preset)
                    .isZero();
        }
    }

    @Test
    void anotherSeedGivesOtherDataButTheSameTimes() {
        Workload workload = new Gemm(40, 24, 56, DType.F16, 16);
        try (Machine one = Machine.open(Topologies.preset("small"));
                Machine two = Machine.open(Topologies.preset("small"))) {
            assertThat(workload.run(one, 1).main())
                    .isEqualTo(workload.run(two, 2).main());
        }
    }

    @Test
    void aProductLargerThanAnyMemoryIsRefused() {
        int most = Integer.MAX_VALUE;
        assertThatThrownBy(() ->
                        run(new Gemm(most, most, most, DType.F64, 128), "small", false, CoroutineKind.CONTINUATION))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("SIM-408");
    }

    @Test
    void withoutValuesNothingIsMadeThatWouldNotFit() {
        // 6.25 × 10⁸ elements: their values would take gigabytes.
        Workload large = new Gemm(25_000, 64, 25_000, DType.F16, 128);
        assertThatThrownBy(() -> run(large, "small", true, CoroutineKind.CONTINUATION))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("SIM-408")
                .hasMessageContaining("--no-data");
        assertThat(run(large, "small", false, CoroutineKind.CONTINUATION).main().latencyPs())
                .isPositive();
        Workload manyTokens = new Qkv(100_000, 8, 8, 8);
        assertThat(run(manyTokens, "small", false, CoroutineKind.CONTINUATION)
                        .main()
                        .latencyPs())
                .isPositive();
    }

    @Test
    void aWrongResultIsCountedAndShown() {
        float[] a = {1, 2, 0, -1, 1, 2};
        float[] b = {1, 0, 2, 1, -1, 2};
        NdArray found = NdArray.of(new float[] {5, 100, 200, 5}).reshape(Shape.of(2, 2));
        ValueCheck check = new ValueCheck();
        Place place = new Place(0, 1, 2);
        new ProductCheck(a, b, 2, 2, 3).compare(check, new ValueCheck.Result("product", place), found);
        assertThat(check.checked()).isEqualTo(4);
        assertThat(check.wrong()).isEqualTo(2);
        assertThat(check.first())
                .containsExactly(
                        wrong(place, List.of(0L, 1L), "100.0", "2.0"), wrong(place, List.of(1L, 0L), "200.0", "-1.0"));
    }

    private static WrongValue wrong(Place place, List<Long> index, String found, String expected) {
        return new WrongValue("product", OptionalInt.empty(), place, index, found, expected);
    }

    @Test
    void helloRingComparesEveryElement() {
        QueueConfig queues = new QueueConfig(Space.TCM, 2, 256, 16);
        WorkloadResult result = run(new HelloRing(64, queues), "small", true, CoroutineKind.CONTINUATION);
        assertThat(result.checked()).isEqualTo(64L * Topologies.preset("small").pes());
    }
}

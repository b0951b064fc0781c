package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.sim.engine.Engine;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.path.Cause;
import sectile.sim.path.CriticalPath;
import sectile.sim.path.Piece;
import sectile.sim.path.Tracing;
import sectile.sim.random.Generator;
import sectile.sim.random.Program;
import sectile.sim.random.ProgramKernel;
import sectile.sim.topology.Topologies;
import sectile.sim.workload.Copy;
import sectile.sim.workload.Gemm;
import sectile.sim.workload.HelloRing;
import sectile.sim.workload.Qkv;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// The pieces of a critical path follow each other without a gap and add up to the latency; noting them changes
/// nothing.
///
/// How many kernels: `-Dsectile.kernels=N`; one seed: `-Dsectile.seed=N`.
final class CriticalPathTest {
    private static final List<String> FASTER = List.of(
            "system.components.pcie_ep.attrs.overhead_ns=0",
            "system.components.switch.attrs.overhead_ns=0",
            "sip.components.io.attrs.overhead_ns=0",
            "cube.components.noc.attrs.overhead_ns=0",
            "cube.components.hbm.attrs.overhead_ns=0",
            "cube.components.sram.attrs.overhead_ns=0",
            "cube.components.m_cpu.attrs.overhead_ns=0",
            "pe.components.scheduler.attrs.overhead_ns=0",
            "pe.components.pe_dma.attrs.overhead_ns=0",
            "pe.components.pe_dma.attrs.bandwidth_gbs=inf",
            "pe.components.pe_gemm.attrs.clock_ghz=inf",
            "pe.components.pe_math.attrs.clock_ghz=inf",
            "pe.components.pe_mmu.attrs.overhead_ns=0",
            "pe.components.pe_ipcq.attrs.overhead_ns=0",
            "pe.components.tcm.attrs.bandwidth_gbs=inf",
            "pe.components.tcm.attrs.overhead_ns=0",
            "system.links.sip_sip.bandwidth_gbs=inf",
            "system.links.sip_sip.latency_ns=0",
            "system.links.switch_sip.bandwidth_gbs=inf",
            "sip.links.ucie.bandwidth_gbs=inf",
            "sip.links.io_noc.bandwidth_gbs=inf",
            "cube.links.hbm_noc.bandwidth_gbs=inf",
            "cube.links.sram_noc.bandwidth_gbs=inf");

    static Stream<Workload> workloads() {
        return Stream.of(
                new HelloRing(64, new QueueConfig(Space.TCM, 4, 4096, 16)),
                new HelloRing(1, new QueueConfig(Space.HBM, 1, 4, 0)),
                new HelloRing(100, new QueueConfig(Space.SRAM, 2, 512, 8)),
                new Copy(100_000),
                new Gemm(40, 24, 56, DType.F16, 16),
                new Gemm(200, 300, 100, DType.F32, 64),
                new Qkv(3, 130, 5, 32));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void piecesOfAWorkloadAddUp(Workload workload) {
        for (String preset : List.of("small", "default", "torus")) {
            List<List<CriticalPath>> found = new ArrayList<>();
            for (Tracing tracing : List.of(Tracing.PATH, Tracing.ALL)) {
                MachineOptions options = MachineOptions.standard().traced(tracing);
                try (Machine machine = Machine.open(Topologies.preset(preset), options)) {
                    WorkloadResult result = workload.run(machine, 1);
                    List<CriticalPath> paths = new ArrayList<>();
                    for (WorkloadResult.Phase phase : result.phases()) {
                        CriticalPath path = path(machine, phase.result());
                        check(path, phase.result());
                        paths.add(path);
                    }
                    found.add(paths);
                }
            }
            assertThat(found.getFirst().equals(found.getLast()))
                    .as("the path is the same whether all steps are kept or not")
                    .isTrue();
        }
    }

    @Test
    void piecesOfRandomKernelsAddUp() {
        long only = Long.getLong("sectile.seed", -1);
        long from = Math.max(0, only);
        long to = only >= 0 ? only + 1 : Long.getLong("sectile.kernels", 60);
        for (long seed = from; seed < to; seed++) {
            try {
                check(Generator.program(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "replay with ./sectile test sim -Dtest=CriticalPathTest -Dsectile.seed=" + seed, e);
            }
        }
    }

    private static void check(Program program) {
        MachineOptions values = MachineOptions.standard();
        ProgramRun untraced = ProgramRun.of(program, values, new Engine());
        ProgramRun ahead = ProgramRun.of(program, values.traced(Tracing.PATH), new Engine());
        check(ahead.path().orElseThrow(), ahead.result());
        assertThat(ahead.traceHash()).isEqualTo(untraced.traceHash());
        assertThat(ahead.events()).isEqualTo(untraced.events());
        ProgramRun kept = ProgramRun.of(program, values.traced(Tracing.ALL), new Engine());
        assertThat(kept.path().orElseThrow()).isEqualTo(ahead.path().orElseThrow());
        ProgramRun plain = ProgramRun.of(program, values.withPace(Pace.PLAIN).traced(Tracing.ALL), new Engine());
        check(plain.path().orElseThrow(), plain.result());
        if (!program.branches()) {
            ProgramRun noted = ProgramRun.of(
                    program,
                    new ProgramKernel(program).repeatable(),
                    values.withData(false).traced(Tracing.PATH),
                    new Engine());
            check(noted.path().orElseThrow(), noted.result());
        }
    }

    /// What is not on the path may become infinitely fast: nothing changes, unless transfers that share a link, or
    /// messages to one processor, now come in another order.
    @Test
    void whatIsNotOnThePathMayBeFaster() {
        int equal = 0;
        int differ = 0;
        for (long seed = 0; seed < Long.getLong("sectile.kernels", 60) / 5; seed++) {
            ProgramRun run = ProgramRun.of(
                    Generator.program(seed), MachineOptions.standard().traced(Tracing.PATH), new Engine());
            Set<String> onPath = run.path()
                    .orElseThrow()
                    .by(piece -> piece.resource().setting())
                    .keySet();
            for (String faster : FASTER) {
                if (onPath.stream().noneMatch(setting -> !setting.isEmpty() && faster.startsWith(setting + "."))) {
                    long latency = ProgramRun.of(
                                    Generator.program(seed, List.of(faster)), MachineOptions.standard(), new Engine())
                            .result()
                            .latencyPs();
                    boolean same = latency == run.result().latencyPs();
                    equal += same ? 1 : 0;
                    differ += same ? 0 : 1;
                }
            }
        }
        assertThat(equal).isPositive();
        assertThat(differ).as("of " + (equal + differ)).isLessThanOrEqualTo(equal / 50);
    }

    private static CriticalPath path(Machine machine, LaunchResult launch) {
        return machine.criticalPath(launch.submittedPs(), launch.completedPs()).orElseThrow();
    }

    private static void check(CriticalPath path, LaunchResult launch) {
        assertThat(path.latencyPs()).isEqualTo(launch.latencyPs());
        long at = launch.submittedPs();
        for (Piece piece : path.pieces()) {
            assertThat(piece.startPs()).isEqualTo(at);
            assertThat(piece.cause()).as(piece.toString()).isNotEqualTo(Cause.UNKNOWN);
            at = piece.endPs();
        }
        assertThat(at).isEqualTo(launch.completedPs());
    }

    /// With a limit, a short run has the same path as without, and a long one none, but the same times.
    @Test
    void tracesOfLongRunsAreForgotten() {
        Traced small = traced(new Copy(64), Tracing.PATH);
        assertThat(traced(new Copy(64), Tracing.SHORT_PATH)).isEqualTo(small);
        assertThat(small.path).isPresent();
        Workload large = new Qkv(8, 12_288, 96, 128);
        Traced noted = traced(large, Tracing.PATH);
        Traced forgotten = traced(large, Tracing.SHORT_PATH);
        assertThat(noted.path).isPresent();
        assertThat(forgotten.path.isPresent()).isFalse();
        assertThat(forgotten.latencyPs).isEqualTo(noted.latencyPs);
    }

    private record Traced(java.util.Optional<String> path, long latencyPs) {}

    private static Traced traced(Workload workload, Tracing tracing) {
        MachineOptions options = MachineOptions.standard().withData(false).traced(tracing);
        try (Machine machine = Machine.open(Topologies.preset("default"), options)) {
            WorkloadResult result = workload.run(machine, 1);
            long end = machine.nowPs();
            assertThat(machine.gaveUpTracing())
                    .isEqualTo(machine.criticalPath(0, end).isEmpty());
            return new Traced(
                    machine.criticalPath(0, end).map(CriticalPath::toString),
                    result.main().latencyPs());
        }
    }
}

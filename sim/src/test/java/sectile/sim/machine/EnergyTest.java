package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.sim.engine.Engine;
import sectile.sim.path.Tracing;
import sectile.sim.random.Generator;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Gemm;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// Energy adds up over components and over lines, to the last digit, and does not change time.
class EnergyTest {
    private static final List<String> SMALL =
            List.of("sip.cube_mesh={w: 2, h: 2}", "cube.pe_layout.pe_per_corner=1", "cube.memory_map.hbm=24GiB");

    private static Topology machine(String preset, List<String> more) {
        List<String> settings = new ArrayList<>(SMALL);
        settings.addAll(more);
        return Topologies.preset(preset, settings);
    }

    private static WorkloadResult run(Workload workload, Topology topology) {
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withData(false))) {
            return workload.run(machine, 1);
        }
    }

    private static Gemm gemm(DType dtype) {
        return new Gemm(64, 48, 32, dtype, 16);
    }

    private static BigDecimal sum(Map<String, BigDecimal> parts) {
        return parts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void sumsOverComponentsAndLinesAreTheTotal() {
        Random random = new Random(3);
        for (int i = 0; i < 20; i++) {
            List<String> rates = new ArrayList<>();
            for (String key : List.of(
                    "pe_gemm.pj_per_op.f16",
                    "pe_math.pj_per_op",
                    "hbm.pj_per_byte",
                    "tcm.pj_per_byte",
                    "pe_noc.pj_per_hop",
                    "m_cpu.pj_per_use",
                    "noc.static_mw")) {
                rates.add("energy." + key + "=" + random.nextInt(100_000) / 1000.0);
            }
            WorkloadResult result = run(gemm(random.nextBoolean() ? DType.F16 : DType.F32), machine("energy", rates));
            EnergyUse energy = result.statistics().energy().orElseThrow();
            long latency = 1L + random.nextInt(1_000_000);
            assertThat(sum(energy.byPart(latency))).isEqualByComparingTo(energy.totalPj(latency));
            assertThat(sum(energy.byLine(latency))).isEqualByComparingTo(energy.totalPj(latency));
            assertThat(energy.byLine(latency).keySet().stream().filter(line -> line.startsWith("Gemm.java:")))
                    .isNotEmpty();
        }
    }

    /// On random machines with random kernels: what each kind of part uses is the same alone as among the others, twice
    /// the rates are twice the energy, and lines and parts add up to it.
    @Test
    void partsAreIndependentOfEachOtherOnRandomMachines() {
        List<String> rates = List.of(
                "pe_gemm={pj_per_op: 0.375, static_mw: 3}",
                "pe_math={pj_per_op: {f32: 1.5, other: 0.25}}",
                "pe_dma={pj_per_byte: 0.125}",
                "tcm={pj_per_byte: 0.5}",
                "hbm={pj_per_byte: 3.5}",
                "pe_noc={pj_per_byte: 0.0625, pj_per_hop: 5}",
                "noc={static_mw: 7}",
                "m_cpu={pj_per_use: 11, static_mw: 0.5}");
        for (long seed = 0; seed < Long.getLong("sectile.kernels", 60) / 12; seed++) {
            List<String> all = rates.stream().map(rate -> "energy." + rate).toList();
            BigDecimal together = energy(seed, all);
            BigDecimal alone = BigDecimal.ZERO;
            for (String rate : all) {
                alone = alone.add(energy(seed, List.of(rate)));
            }
            assertThat(together).as("seed %d", seed).isPositive().isEqualByComparingTo(alone);
        }
    }

    private static BigDecimal energy(long seed, List<String> rates) {
        List<String> settings = new ArrayList<>(rates);
        settings.add("cube.links.pe_noc.bandwidth_gbs=256");
        settings.add("cube.links.hbm_noc.bandwidth_gbs=512");
        ProgramRun run = ProgramRun.of(
                Generator.program(seed, settings), MachineOptions.standard().withData(false), new Engine());
        EnergyUse energy = run.energy().orElseThrow();
        long latency = run.result().latencyPs();
        BigDecimal total = energy.totalPj(latency);
        assertThat(sum(energy.byPart(latency))).isEqualByComparingTo(total);
        assertThat(sum(energy.byLine(latency))).isEqualByComparingTo(total);
        return total;
    }

    /// On a machine that is traced, the bytes of links and memories belong to the lines that asked for them.
    @Test
    void memoriesAndLinksServeLines() {
        MachineOptions options = MachineOptions.standard().withData(false).traced(Tracing.PATH);
        try (Machine machine = Machine.open(machine("energy", List.of()), options)) {
            EnergyUse traced =
                    gemm(DType.F16).run(machine, 1).statistics().energy().orElseThrow();
            EnergyUse plain = run(gemm(DType.F16), machine("energy", List.of()))
                    .statistics()
                    .energy()
                    .orElseThrow();
            assertThat(traced.byPart(1)).isEqualTo(plain.byPart(1));
            assertThat(traced.used().keySet().stream().filter(of -> of.part().startsWith("hbm")))
                    .isNotEmpty()
                    .allSatisfy(of -> assertThat(of.line()).startsWith("Gemm.java:"));
        }
    }

    @Test
    void arithmeticAndMemoryUseWhatTheyCount() {
        Topology machine =
                machine("default", List.of("energy={pe_gemm: {pj_per_op: {f16: 0.5, f32: 7}}, hbm: {pj_per_byte: 2}}"));
        WorkloadResult result = run(gemm(DType.F16), machine);
        Map<String, BigDecimal> parts =
                result.statistics().energy().orElseThrow().byPart(1);
        // Two products of 2 × 64 × 48 × 32 operations.
        assertThat(parts.get("pe_gemm")).isEqualByComparingTo("196608");
        long bytes = result.statistics().links().stream()
                .filter(link -> link.name().contains("hbm"))
                .mapToLong(MachineStatistics.LinkUse::bytes)
                .sum();
        assertThat(parts.get("hbm")).isEqualByComparingTo(BigDecimal.valueOf(2 * bytes));
        assertThat(parts).containsOnlyKeys("pe_gemm", "hbm");
        assertThat(run(gemm(DType.F32), machine)
                        .statistics()
                        .energy()
                        .orElseThrow()
                        .byPart(1)
                        .get("pe_gemm"))
                .isEqualByComparingTo(BigDecimal.valueOf(196608 * 14L));
    }

    @Test
    void staticPowerAndAreaCountEveryPart() {
        Topology machine = machine(
                "default", List.of("energy={tcm: {static_mw: 3, area_mm2: 0.25}, ucie: {static_mw: 1, area_mm2: 2}}"));
        EnergyUse energy = run(gemm(DType.F16), machine).statistics().energy().orElseThrow();
        // 2 SIPs × 4 cubes × 4 PEs; each SIP has 4 links between its cubes.
        assertThat(energy.staticMw()).isEqualByComparingTo("104");
        assertThat(energy.areaMm2()).isEqualByComparingTo("24");
        assertThat(energy.totalPj(1_000_000)).isEqualByComparingTo("104000");
    }

    @Test
    void energyDoesNotChangeTime() {
        WorkloadResult with = run(gemm(DType.F16), machine("energy", List.of()));
        WorkloadResult without = run(gemm(DType.F16), machine("default", List.of()));
        assertThat(with.statistics().traceHash()).isEqualTo(without.statistics().traceHash());
        assertThat(with.main().latencyPs()).isEqualTo(without.main().latencyPs());
        assertThat(without.statistics().energy()).isEmpty();
    }
}

package sectile.runtime.predict;

import java.util.List;
import java.util.Locale;
import sectile.base.diag.Diagnostics;
import sectile.base.yaml.YamlMap;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What the CPU of this host does in which time, as a machine of the simulator: a core is a PE, ranks are SIPs of one
/// core complex each, and everything but what was measured costs nothing.
///
/// @param cores how many a program uses
/// @param startNs from the call of a program to its first statement, and back
/// @param launchNs a call of a kernel
/// @param transferNs a load or a store of a few elements
/// @param opNs an op on a tile of a few elements, or an op in a loop with others
/// @param cachedBytes bytes per second that a core loads and stores in its caches
/// @param memoryBytes bytes per second that all cores read and write in memory
/// @param product operations per second of a core in a product of f32 tiles
/// @param halfProduct the same for f16 tiles
/// @param byteProduct the same for i8 tiles
/// @param simple f32 elements per second of a core in additions
/// @param exponential f32 elements per second of a core in exponentials
/// @param half f16 elements per second in additions
/// @param integer i32 elements per second in additions
public record HostModel(
        int cores,
        double startNs,
        double launchNs,
        double transferNs,
        double opNs,
        double cachedBytes,
        double memoryBytes,
        double product,
        double halfProduct,
        double byteProduct,
        double simple,
        double exponential,
        double half,
        double integer) {
    /// Arrays that together are smaller stay in the caches between executions.
    private static final long CACHES = 8L << 20;

    private static final int MEMORY_MIB = 48 << 10;
    private static final int ROWS = 6;
    private static final int COLUMNS = 16;
    private static final int LANES = 8;

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }

    /// In picoseconds: the simulator has none that are finer.
    private static String time(double ns) {
        return String.format(Locale.ROOT, "%.3f", ns);
    }

    private static String rate(double rate, double of) {
        return number(Math.max(1e-3, Math.min(64, rate / of)));
    }

    /// Settings on top of the preset `flat`, for a program whose arguments and results have so many bytes.
    public List<String> settings(int ranks, long footprint) {
        boolean cached = footprint <= CACHES;
        double total = cached ? cachedBytes * cores : memoryBytes;
        String f16 = rate(halfProduct, product);
        String i8 = rate(byteProduct, product);
        String halves = rate(half, simple);
        String integers = rate(integer, simple);
        return List.of(
                "system.sips.count=" + ranks,
                // Ranks are threads of one process: a message is a copy in the caches.
                "system.links.sip_sip.bandwidth_gbs=" + number(cachedBytes / 1e9),
                "system.links.sip_sip.latency_ns=" + time(launchNs),
                "cube.pe_layout.pe_per_corner=" + cores,
                // A machine divides its memory equally among its PEs.
                "cube.memory_map.hbm=" + MEMORY_MIB / cores * cores + "MiB",
                "cube.links.hbm_noc.bandwidth_gbs=" + number(total / 1e9),
                "pe.components.pe_cpu.attrs.overhead_ns=" + time(launchNs),
                "pe.components.pe_dma.attrs.overhead_ns=" + time(transferNs),
                "pe.components.pe_dma.attrs.bandwidth_gbs=" + number(Math.min(cachedBytes, total) / 1e9),
                "pe.components.tcm.attrs.bandwidth_gbs=" + number(cachedBytes / 1e9),
                "pe.components.pe_gemm.attrs.overhead_ns=" + time(opNs),
                "pe.components.pe_gemm.attrs.clock_ghz=" + number(product / (2.0 * ROWS * COLUMNS) / 1e9),
                "pe.components.pe_gemm.attrs.mac_array={ rows: " + ROWS + ", cols: " + COLUMNS + ", depth: 1 }",
                "pe.components.pe_gemm.attrs.rates={ f32: 1, f64: 0.25, f16: " + f16 + ", bf16: " + f16 + ", fp8e4m3: "
                        + f16 + ", fp8e5m2: " + f16 + ", i8: " + i8 + ", u8: " + i8 + ", i16: " + i8 + ", u16: " + i8
                        + ", i32: " + i8 + ", u32: " + i8 + ", i64: " + i8 + ", u64: " + i8 + " }",
                "pe.components.pe_math.attrs.overhead_ns=" + time(opNs),
                "pe.components.pe_math.attrs.lanes=" + LANES,
                "pe.components.pe_math.attrs.clock_ghz=" + number(simple / LANES / 1e9),
                "pe.components.pe_math.attrs.cycles={ other: 1, exp: " + exponentials() + ", log: " + exponentials()
                        + ", sigmoid: " + exponentials() + ", sin: " + exponentials() + ", cos: " + exponentials()
                        + ", softmax: " + exponentials() + " }",
                "pe.components.pe_math.attrs.rates={ f32: 1, f64: " + halves + ", f16: " + halves + ", bf16: " + halves
                        + ", i8: " + integers + ", u8: " + integers + ", i16: " + integers + ", u16: " + integers
                        + ", i32: " + integers + ", u32: " + integers + ", i64: " + integers + ", u64: " + integers
                        + " }");
    }

    private long exponentials() {
        return Math.max(1, Math.round(simple / exponential));
    }

    /// The machine.
    public Topology topology(int ranks, long footprint) {
        return Topologies.preset("flat", settings(ranks, footprint));
    }

    /// The machine as a file that is complete in itself.
    public YamlMap document(int ranks, long footprint) {
        var problems = new Diagnostics();
        var document = Topologies.document("flat", settings(ranks, footprint), problems);
        problems.throwIfErrors();
        return document.orElseThrow();
    }
}

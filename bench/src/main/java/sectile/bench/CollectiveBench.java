package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import sectile.base.array.DType;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Collectives on machines of many ranks: what one costs, and how the cost grows.
///
/// `ring [RANKS…]` simulates a ring all-reduce of 1 GiB per rank on flat machines, timing only, several times in one
/// process: the first is cold. `pes` simulates all-reduces with values on 8,192 PEs.
public final class CollectiveBench {
    private static final PrintStream OUT = System.out;
    private static final long GIB = 1L << 30;
    private static final int RUNS = Integer.getInteger("runs", 8);

    private CollectiveBench() {}

    public static void main(String[] args) throws IOException {
        String name = args.length == 0 ? "ring" : args[0];
        List<String> rest = args.length == 0 ? List.of() : List.of(args).subList(1, args.length);
        switch (name) {
            case "ring" -> ring(rest.isEmpty() ? List.of("1024") : rest);
            case "pes" -> pes();
            default -> throw new IllegalArgumentException("no benchmark " + name + "; there are: ring, pes");
        }
    }

    private static void ring(List<String> ranks) throws IOException {
        OUT.println("ring all-reduce, 1 GiB per rank, flat machine, timing only");
        OUT.printf(
                "%6s %6s %12s %12s %9s %9s %10s %10s %s%n",
                "ranks", "run", "messages", "events", "wall s", "cpu s", "M events/s", "ns/message", "peak memory");
        for (String text : ranks) {
            int count = Integer.parseInt(text);
            long messages = 2L * count * (count - 1);
            List<Long> warm = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                Topology topology = Topologies.preset("flat", List.of("system.sips.count=" + count));
                Measured measured = measure(topology, "ring", GIB / 4, DType.F32, false);
                OUT.printf(
                        Locale.ROOT,
                        "%,6d %6s %,12d %,12d %9.2f %9.2f %10.2f %10.0f %s%n",
                        count,
                        run == 0 ? "first" : "warm",
                        messages,
                        measured.events,
                        measured.wallNanos / 1e9,
                        measured.cpuNanos / 1e9,
                        measured.events * 1e3 / measured.wallNanos,
                        (double) measured.wallNanos / messages,
                        PeakMemory.text());
                if (run > 0) {
                    warm.add(measured.events * 1_000_000_000 / measured.wallNanos);
                }
            }
            Collections.sort(warm);
            if (!warm.isEmpty()) {
                OUT.printf(
                        Locale.ROOT,
                        "%,6d ranks, warm: %.2f to %.2f M events/s, median %.2f%n",
                        count,
                        warm.getFirst() / 1e6,
                        warm.getLast() / 1e6,
                        warm.get(warm.size() / 2) / 1e6);
            }
        }
    }

    private static void pes() throws IOException {
        OUT.println("all-reduce with values, 8,192 PEs (64 SIPs × 4×4 cubes × 8 PEs), 1,024 f16 elements each");
        List<String> settings = List.of("system.sips.count=64");
        for (String algorithm : List.of("intercube_allreduce", "hierarchical")) {
            for (int run = 0; run < 2; run++) {
                Measured measured = measure(Topologies.preset("default", settings), algorithm, 1024, DType.F16, true);
                OUT.printf(
                        Locale.ROOT,
                        "%-24s %s: %,d events, %.2f s wall, %.2f s CPU, %,d values checked, %d wrong, %s%n",
                        algorithm,
                        run == 0 ? "first" : "warm",
                        measured.events,
                        measured.wallNanos / 1e9,
                        measured.cpuNanos / 1e9,
                        measured.result.checked(),
                        measured.result.wrong(),
                        PeakMemory.text());
            }
        }
    }

    private record Measured(WorkloadResult result, long events, long wallNanos, long cpuNanos) {}

    private static Measured measure(Topology topology, String algorithm, long elements, DType dtype, boolean data) {
        CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, algorithm);
        CollectiveWorkload workload =
                new CollectiveWorkload(Collective.ALL_REDUCE, elements, dtype, ReduceOp.SUM, config);
        MachineOptions options = MachineOptions.standard().withData(data);
        long wall = System.nanoTime();
        long cpu = Cpu.nanos();
        try (Machine machine = Machine.open(topology, options)) {
            WorkloadResult result = workload.run(machine, 1);
            return new Measured(result, result.statistics().events(), System.nanoTime() - wall, Cpu.nanos() - cpu);
        }
    }
}

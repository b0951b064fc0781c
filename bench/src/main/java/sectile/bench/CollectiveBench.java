package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.Distributed;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.path.Tracing;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Collectives on machines of many ranks: what one costs, and how the cost grows.
///
/// `ring [RANKS…]` simulates ring all-reduces of 1 GiB per rank on flat machines, timing only, in one process. The
/// first is cold: it includes building the machine and its process group, by code that is interpreted at first. Those
/// called `again` are further all-reduces of the same group, as in any benchmark of collectives; those called `anew`
/// build a machine of their own. `pes` simulates all-reduces with values on 8,192 PEs.
public final class CollectiveBench {
    private static final PrintStream OUT = System.out;
    private static final long GIB = 1L << 30;
    private static final int RUNS = Integer.getInteger("runs", 7);
    private static final int MACHINES = 3;

    private CollectiveBench() {}

    public static void main(String[] args) throws IOException {
        String name = args.length == 0 ? "ring" : args[0];
        List<String> rest = args.length == 0 ? List.of() : List.of(args).subList(1, args.length);
        switch (name) {
            case "ring" -> ring(rest.isEmpty() ? List.of("1024") : rest);
            case "pes" -> pes();
            case "traced" -> traced(rest.isEmpty() ? 256 : Integer.parseInt(rest.getFirst()));
            default -> throw new IllegalArgumentException("no benchmark " + name + "; there are: ring, pes, traced");
        }
    }

    /// What noting the critical path costs: a ring without and with it, in turns.
    private static void traced(int ranks) {
        OUT.println("ring all-reduce, 1 GiB per rank, " + ranks + " ranks, CPU seconds without and with a trail");
        for (int round = 0; round < MACHINES; round++) {
            double off = traced(ranks, Tracing.OFF);
            double path = traced(ranks, Tracing.PATH);
            double all = traced(ranks, Tracing.ALL);
            OUT.printf(
                    Locale.ROOT,
                    "off %.2f, path %.2f (%.2f times), all steps kept %.2f (%.2f times)%n",
                    off,
                    path,
                    path / off,
                    all,
                    all / off);
        }
    }

    private static double traced(int ranks, Tracing tracing) {
        long cpu = Cpu.nanos();
        Topology topology = Topologies.preset("flat", List.of("system.sips.count=" + ranks));
        MachineOptions options = MachineOptions.standard().withData(false).traced(tracing);
        try (Cluster cluster = Cluster.open(topology, options)) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
            dist.spawn(rank -> {
                cluster.ahbm().setDevice(rank);
                DeviceTensor tensor = cluster.empty(Shape.of(GIB / 4), DType.F32, DpPolicy.onePe());
                dist.allReduce(tensor, ReduceOp.SUM);
            });
        }
        return (Cpu.nanos() - cpu) / 1e9;
    }

    private static void ring(List<String> ranks) throws IOException {
        OUT.println("ring all-reduce, 1 GiB per rank, flat machine, timing only");
        OUT.printf(
                "%6s %8s %12s %12s %9s %9s %10s %10s %s%n",
                "ranks", "run", "messages", "events", "wall s", "cpu s", "M events/s", "ns/message", "peak memory");
        for (String text : ranks) {
            int count = Integer.parseInt(text);
            List<Double> again = new ArrayList<>();
            List<Double> anew = new ArrayList<>();
            ring(count, "first", RUNS, again);
            for (int machine = 0; machine < MACHINES; machine++) {
                anew.add(ring(count, "anew", 0, again));
            }
            show(count, "again", again);
            show(count, "anew", anew);
        }
    }

    /// Builds a machine and its process group and all-reduces, all of which counts, and then does so again on the same
    /// machine a number of times. Gives the speed of the first run, and adds those of the others.
    private static double ring(int count, String name, int repeats, List<Double> again) throws IOException {
        long wall = System.nanoTime();
        long cpu = Cpu.nanos();
        Topology topology = Topologies.preset("flat", List.of("system.sips.count=" + count));
        try (Cluster cluster = Cluster.open(topology, MachineOptions.standard().withData(false))) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
            DeviceTensor[] tensors = new DeviceTensor[count];
            dist.spawn(rank -> {
                cluster.ahbm().setDevice(rank);
                tensors[rank] = cluster.empty(Shape.of(GIB / 4), DType.F32, DpPolicy.onePe());
            });
            double speed = 0;
            long before = 0;
            for (int run = 0; run <= repeats; run++) {
                dist.spawn(rank -> {
                    cluster.ahbm().setDevice(rank);
                    dist.allReduce(tensors[rank], ReduceOp.SUM);
                });
                long events = cluster.machine().statistics().events() - before;
                Measured measured = new Measured(events, System.nanoTime() - wall, Cpu.nanos() - cpu);
                print(count, run == 0 ? name : "again", measured);
                if (run == 0) {
                    speed = measured.eventsPerSecond();
                } else {
                    again.add(measured.eventsPerSecond());
                }
                before += events;
                wall = System.nanoTime();
                cpu = Cpu.nanos();
            }
            return speed;
        }
    }

    private static void print(int ranks, String run, Measured measured) throws IOException {
        long messages = 2L * ranks * (ranks - 1);
        OUT.printf(
                Locale.ROOT,
                "%,6d %8s %,12d %,12d %9.2f %9.2f %10.2f %10.0f %s%n",
                ranks,
                run,
                messages,
                measured.events,
                measured.wallNanos / 1e9,
                measured.cpuNanos / 1e9,
                measured.eventsPerSecond() / 1e6,
                (double) measured.wallNanos / messages,
                PeakMemory.text());
    }

    private static void show(int ranks, String run, List<Double> speeds) {
        if (speeds.isEmpty()) {
            return;
        }
        List<Double> sorted = speeds.stream().sorted().toList();
        OUT.printf(
                Locale.ROOT,
                "%,6d ranks, %s: %.2f to %.2f M events/s, median %.2f%n",
                ranks,
                run,
                sorted.getFirst() / 1e6,
                sorted.getLast() / 1e6,
                sorted.get(sorted.size() / 2) / 1e6);
    }

    private static void pes() throws IOException {
        OUT.println("all-reduce with values, 8,192 PEs (64 SIPs × 4×4 cubes × 8 PEs), 1,024 f16 elements each");
        Topology topology = Topologies.preset("default", List.of("system.sips.count=64"));
        for (String algorithm : List.of("intercube_allreduce", "hierarchical")) {
            CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, algorithm);
            CollectiveWorkload workload =
                    new CollectiveWorkload(Collective.ALL_REDUCE, 1024, DType.F16, ReduceOp.SUM, config);
            for (int run = 0; run < 2; run++) {
                long wall = System.nanoTime();
                long cpu = Cpu.nanos();
                try (Machine machine = Machine.open(topology, MachineOptions.standard())) {
                    WorkloadResult result = workload.run(machine, 1);
                    OUT.printf(
                            Locale.ROOT,
                            "%-24s %s: %,d events, %.2f s wall, %.2f s CPU, %,d values checked, %d wrong, %s%n",
                            algorithm,
                            run == 0 ? "first" : "warm",
                            result.statistics().events(),
                            (System.nanoTime() - wall) / 1e9,
                            (Cpu.nanos() - cpu) / 1e9,
                            result.checked(),
                            result.wrong(),
                            PeakMemory.text());
                }
            }
        }
    }

    private record Measured(long events, long wallNanos, long cpuNanos) {
        double eventsPerSecond() {
            return events * 1e9 / wallNanos;
        }
    }
}

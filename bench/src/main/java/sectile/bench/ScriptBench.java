package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.script.Script;
import sectile.script.collective.TextAlgorithm;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Kernels as text next to the same kernels in Java, timing only: what the text costs the simulator.
public final class ScriptBench {
    private static final int ROUNDS = 15;
    private static final Shape MESSAGE = Shape.of(64);
    private static final PrintStream OUT = System.out;
    private static final String RING = """
        def kernel(tl):
            for i in range(200):
                tl.send("E", tl.full((64,), i, "f32"))
                tl.recv("W", (64,), "f32")
        """;
    private static final String COUNT = """
        def kernel(n, tl):
            a, b = 0, 1
            for i in range(n):
                a, b = b, (a + b * i) % 1000003
                if a > b and i % 3 != 0:
                    a -= 1
            return a
        """;

    private ScriptBench() {}

    public static void main(String[] args) throws IOException {
        OUT.println("text against Java, timing only, CPU time");
        OUT.printf("%-44s %10s %10s %8s%n", "workload", "text ms", "Java ms", "ratio");
        ringAllReduce(Path.of(args.length == 0 ? "examples/kernels/ring_allreduce.py" : args[0]));
        messages();
        arithmetic();
    }

    private static void ringAllReduce(Path file) throws IOException {
        Script script =
                Script.load(new SourceFile(file.toString(), Files.readString(file)), Optional.empty(), line -> {});
        Topology flat = Topologies.open("flat", List.of("system.sips.count=64"), new Diagnostics())
                .orElseThrow();
        Registries java = Registries.builtin();
        Registries text = java.with(
                "ring",
                new TextAlgorithm(
                        script,
                        Set.of(Collective.ALL_REDUCE),
                        Combination.RANKS,
                        CclConfig.builtin().algorithm("ring")));
        compare("ring all-reduce, 64 ranks, 65,536 f32", () -> allReduce(flat, text), () -> allReduce(flat, java));
    }

    private static long allReduce(Topology topology, Registries registries) {
        CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, "ring");
        long began = cpuNanos();
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withData(false))) {
            new CollectiveWorkload(Collective.ALL_REDUCE, 65_536, DType.F32, ReduceOp.SUM, config, registries)
                    .run(machine, 1);
        }
        return cpuNanos() - began;
    }

    private static void messages() {
        Kernel java = (tl, args) -> {
            for (int i = 0; i < 200; i++) {
                tl.send("E", tl.full(MESSAGE, DType.F32, i));
                tl.recv("W", MESSAGE, DType.F32);
            }
        };
        Kernel text = kernel(RING);
        compare("ring of 256 PEs, 200 small messages each", () -> launch(text), () -> launch(java));
    }

    private static Kernel kernel(String text) {
        return Script.load(new SourceFile("bench.py", text), Optional.empty(), line -> {})
                .kernel();
    }

    private static long launch(Kernel kernel, Object... args) {
        Topology topology = Topologies.preset("default");
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withData(false))) {
            PeSet all = PeSet.all(topology);
            machine.install(InstallPlan.of(Wiring.ring(all.places()), new QueueConfig(Space.TCM, 4, 4096, 16)));
            long began = cpuNanos();
            machine.launch(kernel, KernelArgs.of(args), all);
            return cpuNanos() - began;
        }
    }

    /// A kernel that asks the machine for nothing: the worst case.
    private static void arithmetic() {
        Kernel java = (tl, args) -> {
            long a = 0;
            long b = 1;
            for (long i = 0; i < args.integer(0); i++) {
                long next = Math.floorMod(Math.addExact(a, Math.multiplyExact(b, i)), 1_000_003L);
                a = b;
                b = next;
                if (a > b && i % 3 != 0) {
                    a -= 1;
                }
            }
            if (a < 0) {
                throw new IllegalStateException("the loop was optimised away");
            }
        };
        Kernel text = kernel(COUNT);
        compare("10,000 rounds of arithmetic on 256 PEs", () -> launch(text, 10_000), () -> launch(java, 10_000));
    }

    private static void compare(String name, LongSupplier text, LongSupplier java) {
        double[] ratios = new double[ROUNDS];
        double[] texts = new double[ROUNDS];
        double[] javas = new double[ROUNDS];
        for (int i = -5; i < ROUNDS; i++) {
            long ofText = text.getAsLong();
            long ofJava = java.getAsLong();
            if (i >= 0) {
                texts[i] = ofText / 1e6;
                javas[i] = ofJava / 1e6;
                ratios[i] = (double) ofText / ofJava;
            }
        }
        OUT.printf(
                "%-44s %10.1f %10.1f %8.2f  (medians of %d)%n",
                name, median(texts), median(javas), median(ratios), ROUNDS);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}

package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.engine.Engine;
import sectile.sim.engine.Event;
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
import sectile.sim.workload.Copy;
import sectile.sim.workload.Gemm;
import sectile.sim.workload.HelloRing;
import sectile.sim.workload.Qkv;
import sectile.sim.workload.Workload;

/// The whole simulator: against the bare engine on as many events, on a very large machine, with and without values.
public final class SimulatorBench {
    private static final QueueConfig QUEUES = new QueueConfig(Space.TCM, 4, 4096, 16);
    private static final Shape MESSAGE = Shape.of(64);
    private static final PrintStream OUT = System.out;
    private static final long WARM_UP_NANOS = 8_000_000_000L;
    private static final int ROUNDS = 9;
    /// The model has 170 to 190 on average while it reduces or sends around a ring on the default machine.
    private static final int PENDING = 256;

    private SimulatorBench() {}

    public static void main(String[] args) throws IOException {
        List<String> wanted = args.length == 0 ? List.of("model", "qkv", "large") : List.of(args);
        for (String name : wanted) {
            switch (name) {
                case "model" -> modelAgainstEngine();
                case "qkv" -> valuesAgainstTiming();
                case "large" -> large();
                default ->
                    throw new IllegalArgumentException("no benchmark " + name + "; there are: model, qkv, large");
            }
        }
    }

    private record Measured(long events, long cpuNanos) {
        double nanosPerEvent() {
            return (double) cpuNanos / events;
        }
    }

    /// The full model, timing only, next to the bare engine firing as many events, about as many of them pending.
    private static void modelAgainstEngine() {
        OUT.println("full model, timing only, against the bare engine on the same number of events");
        OUT.printf("%-24s %12s %14s %14s %8s%n", "workload", "events", "model ns/event", "engine ns/event", "ratio");
        compare("qkv, width 12288", () -> workload(new Qkv(8, 12_288, 96, 1024), false));
        compare("gemm 1024, one PE", () -> workload(new Gemm(1024, 1024, 1024, DType.F16, 64), false));
        compare("copy, 512 KiB per PE", () -> workload(new Copy(1 << 17), false));
        compare("ring, 2,000 rounds", SimulatorBench::ringRounds);
        compare("intercube all-reduce", () -> allReduce("intercube_allreduce"));
        compare("hierarchical all-reduce", () -> allReduce("hierarchical"));
    }

    private static void compare(String name, Supplier<Measured> model) {
        long warmUntil = cpuNanos() + WARM_UP_NANOS;
        while (cpuNanos() < warmUntil) {
            bareEngine(model.get().events);
        }
        double[] ratios = new double[ROUNDS];
        Measured last = null;
        Measured bare = null;
        for (int i = 0; i < ROUNDS; i++) {
            last = model.get();
            bare = bareEngine(last.events);
            ratios[i] = last.nanosPerEvent() / bare.nanosPerEvent();
        }
        java.util.Arrays.sort(ratios);
        if (last != null && bare != null) {
            OUT.printf(
                    "%-24s %,12d %14.1f %14.1f %8.2f  (median of %d)%n",
                    name, last.events, last.nanosPerEvent(), bare.nanosPerEvent(), ratios[ROUNDS / 2], ROUNDS);
        }
    }

    private static Measured ringRounds() {
        Topology topology = Topologies.preset("default");
        MachineOptions options = MachineOptions.standard().withData(false);
        try (Machine machine = Machine.open(topology, options)) {
            PeSet all = PeSet.all(topology);
            machine.install(InstallPlan.of(Wiring.ring(all.places()), QUEUES));
            Kernel kernel = (tl, args) -> {
                for (int i = 0; i < 2_000; i++) {
                    tl.send("E", tl.full(MESSAGE, DType.F32, i));
                    tl.recv("W", MESSAGE, DType.F32);
                }
            };
            long before = machine.statistics().events();
            long began = cpuNanos();
            machine.launch(kernel.repeatable(), KernelArgs.of(), all);
            long took = cpuNanos() - began;
            return new Measured(machine.statistics().events() - before, took);
        }
    }

    private static Measured allReduce(String algorithm) {
        CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, algorithm);
        return workload(new CollectiveWorkload(Collective.ALL_REDUCE, 1 << 20, DType.F16, ReduceOp.SUM, config), false);
    }

    private static Measured workload(Workload workload, boolean data) {
        MachineOptions options = MachineOptions.standard().withData(data);
        try (Machine machine = Machine.open(Topologies.preset("default"), options)) {
            long began = cpuNanos();
            long events = workload.run(machine, 1).statistics().events();
            return new Measured(events, cpuNanos() - began);
        }
    }

    /// Events that do nothing but schedule themselves again, with delays like those of a machine: 1 ns to 100 ns.
    private static Measured bareEngine(long events) {
        Engine engine = new Engine();
        Random random = new Random(1);
        for (int i = 0; i < PENDING; i++) {
            engine.schedule(
                    new Ticking(engine, events / PENDING, 1_000 + random.nextInt(99_000)), random.nextInt(100_000));
        }
        long began = cpuNanos();
        engine.run();
        return new Measured(engine.eventsFired(), cpuNanos() - began);
    }

    private static final class Ticking extends Event {
        private final Engine engine;
        private final long periodPs;
        private long left;

        Ticking(Engine engine, long times, long periodPs) {
            this.engine = engine;
            this.left = times;
            this.periodPs = periodPs;
        }

        @Override
        protected void fire() {
            if (--left > 0) {
                engine.schedule(this, periodPs);
            }
        }
    }

    private static void valuesAgainstTiming() {
        OUT.println("qkv (8 tokens, width 12288), values checked, against timing only");
        Qkv qkv = new Qkv(8, 12_288, 96, 1024);
        for (int i = 0; i < 3; i++) {
            Measured timing = workload(qkv, false);
            Measured values = workload(qkv, true);
            OUT.printf(
                    "timing %6.0f ms, with values %6.0f ms, ratio %.1f%n",
                    timing.cpuNanos / 1e6, values.cpuNanos / 1e6, (double) values.cpuNanos / timing.cpuNanos);
        }
    }

    private static void large() throws IOException {
        OUT.println("hello-ring on 102,400 PEs (preset large), timing only");
        Topology topology = Topologies.preset("large");
        MachineOptions options = MachineOptions.standard().withData(false);
        long began = cpuNanos();
        try (Machine machine = Machine.open(topology, options)) {
            var result = new HelloRing(64, QUEUES).run(machine, 1);
            long took = cpuNanos() - began;
            OUT.printf(
                    "%,d PEs, %,d events, %.1f s CPU, %.0f ns/event, latency %,d ps, %s%n",
                    topology.pes(),
                    result.statistics().events(),
                    took / 1e9,
                    (double) took / result.statistics().events(),
                    result.main().latencyPs(),
                    "peak memory " + PeakMemory.text());
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}

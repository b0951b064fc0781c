package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.check.ProgramSubject;
import sectile.check.explore.Exploration;
import sectile.check.race.MemoryOrder;
import sectile.check.race.RaceDetector;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Specialisation;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What `verify` costs.
///
/// `explore` explores ranks that add to one counter, on one core and on two, and counts the runs that plain enumeration
/// needs. `detector` runs an all-reduce of 64 ranks on the machine and on the interpreter, and flash attention, without
/// and with the race detector, in turns, and shows what the detector keeps.
public final class CheckBench {
    private static final PrintStream OUT = System.out;
    private static final int ROUNDS = Integer.getInteger("runs", 5);
    private static final long SECONDS = Integer.getInteger("seconds", 5);

    private static final String COUNTER = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.INT32]],
                  sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]], out: pl.Out[pl.Tensor[[1, 64], pl.INT32]]):
                ctx = pld.get_comm_ctx(sig)
                me = pld.rank(ctx)
                for i in pl.range(ROUNDS):
                    data = pld.tile.remote_store(pl.tile.full([1, 8], dtype=pl.INT32, value=1), data, 0, [0, me * 8])
                    pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
                if me == 0:
                    pld.system.wait(sig, [0, 0], ROUNDS * pld.nranks(ctx), cmp=pld.WaitCmp.Ge)
                    out = pl.store(pl.load(data, [0, 0], [1, 64]), [0, 0], out)
                return out
        """;

    private CheckBench() {}

    public static void main(String[] args) throws IOException {
        String name = args.length == 0 ? "explore" : args[0];
        switch (name) {
            case "explore" -> explore();
            case "detector" -> detector();
            default -> throw new IllegalArgumentException("no benchmark " + name + "; there are: explore, detector");
        }
    }

    private static Exploration exploration(int rounds, int ranks, boolean reduce) {
        Program program = FrontEnd.parse(new SourceFile("counter.py", COUNTER.replace("ROUNDS", "" + rounds)));
        return new Exploration(new ProgramSubject(program, Run.of("k").on(ranks)), reduce, 100_000);
    }

    private static void explore() {
        Exploration.Coverage reduced = all(2, 2, true);
        Exploration.Coverage plain = all(2, 2, false);
        OUT.printf(
                Locale.ROOT,
                "2 ranks, 2 additions each: %,d runs, %,d given up; plain enumeration %,d runs%s%n",
                reduced.executions(),
                reduced.redundant(),
                plain.executions(),
                plain.complete() ? "" : " and more");
        for (int round = 0; round < ROUNDS; round++) {
            double one = rate(1, true);
            long cpu = processNanos();
            long start = System.nanoTime();
            double both = rate(2, true);
            double cores = (processNanos() - cpu) / (double) (System.nanoTime() - start);
            double bare = rate(1, false);
            OUT.printf(
                    Locale.ROOT,
                    "8 ranks, 4 additions each: %,.0f steps per CPU second on one core, %,.0f per second on two, of"
                            + " which it had %.2f; without the race detector %,.0f on one%n",
                    one,
                    both,
                    cores,
                    bare);
        }
    }

    private static long processNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
    }

    private static Exploration.Coverage all(int rounds, int ranks, boolean reduce) {
        long[] runs = {0};
        return exploration(rounds, ranks, reduce)
                .run(1, () -> (Observer) event -> {}, (execution, observer) -> {}, coverage -> ++runs[0] >= 200_000);
    }

    private static double rate(int workers, boolean detecting) {
        long start = System.nanoTime();
        long cpu = Cpu.nanos();
        Supplier<Observer> observers =
                detecting ? () -> new RaceDetector(MemoryOrder.SILICON) : () -> (Observer) event -> {};
        Exploration.Coverage done = exploration(4, 8, true)
                .run(
                        workers,
                        observers,
                        (execution, observer) -> {},
                        coverage -> System.nanoTime() - start > SECONDS * 1_000_000_000L);
        // One worker is this thread, whose CPU time other work on the host does not disturb.
        long nanos = workers == 1 ? Cpu.nanos() - cpu : System.nanoTime() - start;
        return done.steps() / (nanos / 1e9);
    }

    private static void detector() throws IOException {
        Topology topology = Topologies.preset("flat", List.of("system.sips.count=64"));
        var workload = new CollectiveWorkload(
                Collective.ALL_REDUCE,
                65_536,
                DType.F32,
                ReduceOp.SUM,
                CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
        compare("ring all-reduce of 64 ranks on the machine, 256 KiB each", observer -> {
            MachineOptions options = MachineOptions.standard();
            try (Machine machine = Machine.open(topology, observer == null ? options : options.watchedBy(observer))) {
                workload.run(machine, 1);
            }
        });
        Program allReduce = FrontEnd.parse(
                new SourceFile("all_reduce.py", Files.readString(Path.of("examples/all_reduce.py"))),
                new Specialisation("", Map.of(), Map.of("RANKS", 64L, "N", 4096L)));
        var rows = new Interpreter(allReduce);
        Run run = Run.of("host").on(64).with("x", NdArray.zeros(DType.F32, Shape.of(64, 1, 4096)));
        compare(
                "all_reduce.py of 64 ranks on the interpreter, 16 KiB each",
                observer -> rows.run(observer == null ? run : run.watchedBy(observer)));
        Program attention = FrontEnd.parse(
                new SourceFile("flash_attention.py", Files.readString(Path.of("examples/flash_attention.py"))),
                new Specialisation("", Map.of(), Map.of("S", 512L)));
        var interpreter = new Interpreter(attention);
        NdArray zeros = NdArray.zeros(DType.F32, Shape.of(512, 32));
        Run attend = Run.of("main").with("q", zeros).with("k", zeros).with("v", zeros);
        compare(
                "flash attention of 512 rows on the interpreter",
                observer -> interpreter.run(observer == null ? attend : attend.watchedBy(observer)));
    }

    /// Something that is run with an observer or without one.
    private interface Watched {
        void run(@org.jspecify.annotations.Nullable Observer observer);
    }

    private static void compare(String what, Watched work) {
        work.run(null);
        work.run(new RaceDetector(MemoryOrder.SILICON));
        double plain = Double.MAX_VALUE;
        double watched = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            plain = Math.min(plain, millis(() -> work.run(null)));
            watched = Math.min(watched, millis(() -> work.run(new RaceDetector(MemoryOrder.SILICON))));
        }
        var bytes = new long[2];
        Observer counter = event -> {
            if (event instanceof Event.Access access) {
                bytes[0]++;
                bytes[1] += access.region().end() - access.region().start();
            }
        };
        work.run(counter);
        long before = used();
        var kept = new RaceDetector(MemoryOrder.SILICON);
        work.run(kept);
        long after = used();
        OUT.printf(
                Locale.ROOT,
                "%s: %.1f ms, with the detector %.1f ms (%.2f times); %,d accesses of %,d bytes; it keeps %,d KiB%s%n",
                what,
                plain,
                watched,
                watched / plain,
                bytes[0],
                bytes[1],
                Math.max(0, after - before) / 1024,
                kept.races().isEmpty() ? "" : ", and finds a race");
    }

    private static double millis(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

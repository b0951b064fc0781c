package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.base.observe.Event;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.script.collective.TextAlgorithm;
import sectile.sim.Place;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.Space;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;
import sectile.sim.workload.WorkloadResult;

/// A text and the same kernel in Java do the same: equal values, equal times, equal traces.
class TwinsTest {
    private static final Topology SMALL = Topologies.preset("small");
    private static final QueueConfig QUEUES = new QueueConfig(Space.TCM, 4, 4096, 16);

    /// What a launch leaves behind.
    private record Trace(LaunchResult times, String hash, NdArray memory) {}

    /// Launches on all PEs in a ring, each with a pointer to an array in the memory of the first one.
    private static Trace trace(Kernel kernel, NdArray input, boolean data, Object... more) {
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withData(data))) {
            PeSet all = PeSet.all(SMALL);
            long address = machine.allocate(
                    Space.HBM, new Place(0, 0, 0), input.dtype().bytesFor(input.elements()));
            machine.write(address, input);
            machine.install(InstallPlan.of(Wiring.ring(all.places()), QUEUES));
            List<Object> args = new ArrayList<>(List.of(address));
            args.addAll(List.of(more));
            LaunchResult times = machine.launch(kernel, KernelArgs.of(args.toArray()), all);
            String hash = String.valueOf(machine.statistics().traceHash());
            return new Trace(times, hash, machine.read(address, input.dtype(), input.shape()));
        }
    }

    private static void agree(Kernel java, String text, NdArray input, Object... more) {
        Kernel twin = Texts.load(text).kernel();
        for (boolean data : new boolean[] {true, false}) {
            Trace expected = trace(java, input, data, more);
            Trace actual = trace(twin, input, data, more);
            assertThat(actual.times).isEqualTo(expected.times);
            assertThat(actual.hash).isEqualTo(expected.hash);
            assertThat(actual.memory).isEqualTo(expected.memory);
        }
    }

    private static NdArray numbers(DType dtype, long... shape) {
        NdArray array = NdArray.zeros(dtype, Shape.of(shape));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, (int) (i % 7) - 3);
        }
        return array;
    }

    @Test
    void helloRing() {
        Shape shape = Shape.of(64);
        Kernel java = (tl, args) -> {
            tl.send("E", tl.full(shape, DType.I32, tl.programId(0) + 10.0 * tl.programId(1)));
            Handle theirs = tl.recv("W", shape, DType.I32);
            if (tl.place().equals(new Place(0, 0, 0))) {
                tl.store(args.pointer(0), tl.add(theirs, 5));
            }
        };
        agree(java, """
            def kernel(p, tl):
                tl.send("E", tl.full((64,), tl.program_id(0) + 10 * tl.program_id(1), "i32"))
                theirs = tl.recv("W", 64, dtype="i32")
                if tl.place() == (0, 0, 0):
                    tl.store(p, theirs + 5)
            """, numbers(DType.I32, 64));
    }

    @Test
    void copy() {
        Shape shape = Shape.of(16);
        Kernel java = (tl, args) -> {
            int pid = tl.programId(0);
            if (tl.programId(1) != 0 || tl.place().sip() != 0) {
                return;
            }
            Handle x = tl.load(args.pointer(0) + pid * 64L, shape, DType.F32);
            tl.store(args.pointer(0) + args.integer(1) + pid * 64L, x);
        };
        agree(java, """
            def kernel(p, offset, tl):
                pid = tl.program_id(0)
                if tl.program_id(1) != 0 or tl.place()[0] != 0:
                    return
                x = tl.load(p + pid * 64, (16,), "f32")
                tl.store(p + offset + pid * 64, x)
            """, numbers(DType.F32, 16, 16), 512);
    }

    @Test
    void gemmByDotAndComposite() {
        Kernel java = (tl, args) -> {
            if (!tl.place().equals(new Place(0, 0, 0))) {
                return;
            }
            long a = args.pointer(0);
            Handle right = tl.load(a + 32 * 32 * 2, Shape.of(32, 32), DType.F16);
            for (int row = 0; row < 32; row += 16) {
                Handle left = tl.load(a + row * 64L, Shape.of(16, 32), DType.F16);
                tl.store(a + 32 * 64 * 2 + row * 64L, tl.dot(left, right, DType.F16));
            }
            tl.composite(
                    "gemm",
                    tl.ref(a, Shape.of(32, 32), DType.F16),
                    tl.ref(a + 32 * 32 * 2, Shape.of(32, 32), DType.F16),
                    a + 32 * 96 * 2,
                    DType.F16,
                    16,
                    16,
                    16);
        };
        agree(java, """
            def kernel(a, tl):
                if tl.place() != (0, 0, 0):
                    return
                right = tl.load(a + 32 * 32 * 2, (32, 32))
                for row in range(0, 32, 16):
                    left = tl.load(a + row * 64, (16, 32), dtype="f16")
                    tl.store(a + 32 * 64 * 2 + row * 64, tl.dot(left, right, out_dtype="f16"))
                tl.composite(op="gemm", a=tl.ref(a, (32, 32)), b=tl.ref(a + 32 * 32 * 2, (32, 32)),
                             out_ptr=a + 32 * 96 * 2, out_dtype="f16", tile_m=16, tile_n=16, tile_k=16)
            """, numbers(DType.F16, 128, 32));
    }

    /// The example against the built-in ring, which passes one argument more: so does the text here.
    @ParameterizedTest
    @ValueSource(ints = {3, 44, 20_000})
    void ringAllReduce(int elements) throws Exception {
        String text = Files.readString(Path.of("..", "examples", "kernels", "ring_allreduce.py"))
                        .replace("world_size, tl, dtype", "world_size, collective, tl, dtype")
                + "\n\ndef kernel_args(collective):\n    return {'collective': collective}\n";
        TextAlgorithm twin = new TextAlgorithm(
                Script.load(new SourceFile("ring.py", text), Optional.empty(), line -> {}),
                java.util.Set.of(Collective.ALL_REDUCE),
                Combination.RANKS,
                CclConfig.builtin().algorithm("ring"));
        CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, "ring");
        Topology flat = Topologies.open("flat", List.of("system.sips.count=5"), new sectile.base.diag.Diagnostics())
                .orElseThrow();
        for (boolean data : new boolean[] {true, false}) {
            WorkloadResult expected = allReduce(flat, config, Registries.builtin(), elements, data);
            WorkloadResult actual = allReduce(flat, config, Registries.builtin().with("ring", twin), elements, data);
            assertThat(actual.wrong()).isZero();
            assertThat(actual.checked()).isEqualTo(expected.checked());
            assertThat(actual.main()).isEqualTo(expected.main());
            assertThat(actual.statistics().traceHash())
                    .isEqualTo(expected.statistics().traceHash());
        }
    }

    /// The same file without time: 5 elements on 3 ranks, in segments of 1 of which 2 may be in flight.
    @Test
    void ringAllReduceWithoutTime() throws Exception {
        String text = Files.readString(Path.of("..", "examples", "kernels", "ring_allreduce.py"));
        Script script = Script.load(new SourceFile("ring.py", text), Optional.empty(), line -> {});
        TextAlgorithm algorithm = new TextAlgorithm(
                script,
                java.util.Set.of(Collective.ALL_REDUCE),
                Combination.RANKS,
                CclConfig.builtin().algorithm("ring"));
        List<NdArray> inputs = List.of(
                NdArray.full(DType.F32, Shape.of(5), 1),
                NdArray.full(DType.F32, Shape.of(5), 2),
                NdArray.full(DType.F32, Shape.of(5), 4));
        List<NdArray> outputs = FunctionalRun.run(
                algorithm.kernel(),
                Wiring.ring(FunctionalRun.ranks(3)),
                inputs,
                place -> new CollectiveArgs(0, 0, 0, DType.F32, ReduceOp.SUM, place.sip(), 3, 1, 2, 0, List.of())
                        .afterInput());
        assertThat(outputs).hasSize(3).allMatch(NdArray.full(DType.F32, Shape.of(5), 7)::equals);
    }

    private static WorkloadResult allReduce(
            Topology topology, CclConfig config, Registries registries, int elements, boolean data) {
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withData(data))) {
            return new CollectiveWorkload(Collective.ALL_REDUCE, elements, DType.F32, ReduceOp.SUM, config, registries)
                    .run(machine, 1);
        }
    }

    // Lines

    private static final String WAITING = """
        def wait_for(direction, tl):
            return tl.recv(direction, (4,), "f32")

        def kernel(p, tl):
            x = tl.load(p, (4,), "f32") * 2
            wait_for("W", tl)
        """;

    @Test
    void aDeadlockNamesTheLineOfTheText() {
        Kernel kernel = Texts.load(WAITING).kernel();
        for (boolean data : List.of(true, false)) {
            DeadlockException onMachine =
                    catchThrowableOfType(DeadlockException.class, () -> trace(kernel, numbers(DType.F32, 4), data));
            assertThat(onMachine.graph().nodes())
                    .allSatisfy(node -> assertThat(node.span().toString()).startsWith("test.py:2:"));
            assertThat(onMachine.graph().cycle()).isNotEmpty();
        }
        DeadlockException functional = catchThrowableOfType(
                DeadlockException.class,
                () -> FunctionalRun.run(
                        Texts.load(WAITING.replace("(p, tl)", "(p, n, tl)")).kernel(),
                        Wiring.ring(FunctionalRun.ranks(3)),
                        List.of(numbers(DType.F32, 4), numbers(DType.F32, 4), numbers(DType.F32, 4)),
                        KernelArgs.of()));
        assertThat(functional.graph().nodes())
                .hasSize(3)
                .allSatisfy(node -> assertThat(node.span().toString()).startsWith("test.py:2:"));
    }

    /// What a kernel prints must come in the order in which things happen, and once.
    @Test
    void onlyAFileThatPrintsNothingIsReadAhead() {
        assertThat(Texts.load(WAITING).kernel().isRepeatable()).isTrue();
        String printing =
                WAITING.replace("    return tl.recv", "    print([0, 1][len(direction) - 1])\n    return tl.recv");
        List<String> printed = new ArrayList<>();
        Kernel kernel = Script.load(new SourceFile("test.py", printing), Optional.empty(), printed::add)
                .kernel();
        assertThat(kernel.isRepeatable()).isFalse();
        assertThatThrownBy(() -> trace(kernel, numbers(DType.F32, 4), false)).isInstanceOf(DeadlockException.class);
        assertThat(printed).hasSize(SMALL.pes()).doesNotHaveDuplicates();
    }

    @Test
    void operationsKnowTheirLines() {
        List<Op> ops = new ArrayList<>();
        OpListener listener = new OpListener() {
            @Override
            public void op(Op op) {
                ops.add(op);
            }

            @Override
            public boolean wantsKernelLines() {
                return true;
            }
        };
        String text = """
            def scale(h):
                return h * 2

            def kernel(p, tl):
                x = tl.load(p, (4,), "f32")
                y = scale(x)
                if y[0] == 0:
                    y = -y
                tl.store(p, y)
            """;
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(listener))) {
            long address = machine.allocate(Space.HBM, new Place(0, 0, 0), 16);
            machine.write(address, NdArray.zeros(DType.F32, Shape.of(4)));
            ops.clear();
            machine.launch(Texts.load(text).kernel(), KernelArgs.of(address), PeSet.of(new Place(0, 0, 0)));
        }
        assertThat(ops.stream()
                        .map(Op::kernelLine)
                        .filter(line -> !line.isEmpty())
                        .distinct())
                .containsExactly("test.py:5", "test.py:2", "test.py:8", "test.py:9");
    }

    @Test
    void accessesKnowTheirPlaceInTheText() {
        List<Event> events = new ArrayList<>();
        String text = """
            def kernel(p, tl):
                x = tl.load(p, (4,), "f32")
                tl.store(p, x + x)
            """;
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().watchedBy(events::add))) {
            long address = machine.allocate(Space.HBM, new Place(0, 0, 0), 16);
            machine.launch(Texts.load(text).kernel(), KernelArgs.of(address), PeSet.of(new Place(0, 0, 0)));
        }
        assertThat(events.stream()
                        .filter(Event.Access.class::isInstance)
                        .map(Event.Access.class::cast)
                        .map(access -> access.kind() + " " + access.span().text()))
                .containsExactly("READ tl.load(p, (4,), \"f32\")", "WRITE tl.store(p, x + x)");
    }

    @Test
    void aFailureNamesPeLineOperationAndPlaceInTheText() {
        Kernel kernel = Texts.load("def kernel(p, tl):\n    x = 1\n    tl.load(p + 1, (4,), \"f32\")\n")
                .kernel();
        KernelFailure failure =
                catchThrowableOfType(KernelFailure.class, () -> trace(kernel, numbers(DType.F32, 4), true));
        assertThat(failure.line()).isEqualTo("test.py:3");
        assertThat(failure.operation()).isEqualTo("load");
        assertThat(failure.diagnostics().getFirst().code()).isEqualTo("KER-204");
        assertThat(failure.diagnostics().getFirst().span().toString()).isEqualTo("test.py:3:5");
        assertThat(failure.diagnostics().getFirst().notes().getFirst().message())
                .contains("in kernel kernel at test.py:3, in load");
    }

    @Test
    void branchingOnDataNeedsData() {
        Kernel kernel = Texts.load("def kernel(p, tl):\n    if tl.load(p, (4,), 'f32')[0] > 0:\n        pass\n")
                .kernel();
        assertThat(trace(kernel, numbers(DType.F32, 4), true).times.latencyPs()).isPositive();
        KernelFailure failure =
                catchThrowableOfType(KernelFailure.class, () -> trace(kernel, numbers(DType.F32, 4), false));
        assertThat(failure.diagnostics().getFirst().code()).isEqualTo("KER-209");
        assertThat(failure.diagnostics().getFirst().span().line()).isEqualTo(2);
    }

    @Test
    void futuresAndDestinations() {
        Shape shape = Shape.of(8);
        Kernel java = (tl, args) -> {
            var future = tl.recvAsync("W", shape, DType.F32);
            tl.send("E", tl.full(shape, DType.F32, 3));
            Handle got = tl.await(future);
            tl.send("E", got);
            Handle any = tl.recv(shape, DType.F32);
            if (tl.place().equals(new Place(0, 0, 0))) {
                tl.store(args.pointer(0), tl.add(any, got));
            }
        };
        agree(java, """
            def kernel(p, tl):
                future = tl.recv_async("W", (8,), "f32")
                tl.send(dir="E", src=tl.full((8,), 3, "f32"))
                got = tl.wait(future)
                tl.send("E", got)
                any_one = tl.recv(shape=(8,), dtype="f32")
                if tl.place() == (0, 0, 0):
                    tl.store(p, any_one + got)
            """, numbers(DType.F32, 8));
    }
}

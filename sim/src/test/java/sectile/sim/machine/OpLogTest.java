package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// What the op log says of a run, and that the figures of a run add up.
final class OpLogTest {
    private static final Topology SMALL = Topologies.preset("small");
    private static final Shape TILE = Shape.of(8, 8);

    /// Keeps every operation, with lines.
    private static final class Log implements OpListener {
        private final List<Op> ops = new ArrayList<>();

        @Override
        public void op(Op op) {
            ops.add(op);
        }

        @Override
        public boolean wantsKernelLines() {
            return true;
        }

        List<Op> of(Place place, Lane lane) {
            return ops.stream()
                    .filter(op -> op.place().equals(place) && op.lane() == lane)
                    .toList();
        }
    }

    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
    }

    @Test
    void everyOperationIsToldWithItsSpanAmountsAndLine() {
        Log log = new Log();
        int[] lines = new int[7];
        long[] times = new long[8];
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(log))) {
            long memory = machine.allocate(Space.HBM, A, 4096);
            machine.launch(
                    (tl, args) -> {
                        times[0] = machine.nowPs();
                        lines[0] = line() + 1;
                        Handle x = tl.load(memory, TILE, DType.F32);
                        times[1] = machine.nowPs();
                        lines[1] = line() + 1;
                        Handle y = tl.add(x, x);
                        times[2] = machine.nowPs();
                        lines[2] = line() + 1;
                        Handle z = tl.dot(x, y);
                        times[3] = machine.nowPs();
                        lines[3] = line() + 1;
                        tl.store(memory, z);
                        times[4] = machine.nowPs();
                    },
                    KernelArgs.of(),
                    PeSet.of(A));
        }
        long dispatch = 4000;
        assertThat(log.of(A, Lane.DMA_IN)).singleElement().satisfies(op -> {
            assertThat(op)
                    .isEqualTo(moved(op, times[0] + dispatch, times[1], op.waitPs(), 0, Lane.DMA_IN, "load", lines[0]));
            // Overhead 10 ns, then 256 bytes at 256 GB/s; the rest of the time it waits for them.
            assertThat(op.workPs()).isEqualTo(DMA_WORK);
        });
        assertThat(log.of(A, Lane.MATH))
                .containsExactly(op(times[1] + dispatch, times[2], Lane.MATH, "add", 0, 64, lines[1]));
        assertThat(log.of(A, Lane.GEMM))
                .containsExactly(op(times[2] + dispatch, times[3], Lane.GEMM, "gemm", 0, 2 * 8 * 8 * 8, lines[2]));
        assertThat(log.of(A, Lane.DMA_OUT)).singleElement().satisfies(op -> {
            assertThat(op)
                    .isEqualTo(moved(
                            op, times[3] + dispatch, times[4], 0, op.flightPs(), Lane.DMA_OUT, "store", lines[3]));
            assertThat(op.workPs()).isEqualTo(DMA_WORK);
            assertThat(op.workEndPs()).isLessThan(op.endPs());
        });
        List<Op> dispatches = log.of(A, Lane.SCHEDULER);
        assertThat(dispatches).hasSize(4);
        for (int i = 0; i < 4; i++) {
            assertThat(dispatches.get(i))
                    .isEqualTo(op(times[i], times[i] + dispatch, Lane.SCHEDULER, "dispatch", 0, 0, lines[i]));
        }
    }

    /// The overhead of the engine, and 256 bytes through it.
    private static final long DMA_WORK = 10_000 + 1_000;

    private static Op moved(Op like, long start, long end, long wait, long flight, Lane lane, String name, int line) {
        return new Op(
                start,
                end,
                wait,
                flight,
                A,
                lane,
                name,
                256,
                0,
                like.flow(),
                "OpLogTest.java:" + line,
                like.dtype(),
                "",
                null);
    }

    private static Op op(long start, long end, Lane lane, String name, long bytes, long flops, int line) {
        return new Op(
                start,
                end,
                0,
                0,
                A,
                lane,
                name,
                bytes,
                flops,
                0,
                "OpLogTest.java:" + line,
                flops == 0 ? null : DType.F32,
                "",
                null);
    }

    @Test
    void sendsAndReceivesAreJoinedByTheirFlow() {
        Log log = new Log();
        List<Integer> lines = new ArrayList<>();
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(log))) {
            machine.install(Rings.pair(4, 256));
            long there = machine.allocate(Space.HBM, B, 256);
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(A)) {
                            for (int i = 0; i < 4; i++) {
                                tl.send("E", tl.full(TILE, DType.F32, i));
                            }
                            return;
                        }
                        lines.add(line() + 1);
                        tl.take("W", TILE, DType.F32);
                        lines.add(line() + 1);
                        tl.recv("W", TILE, DType.F32);
                        var future = tl.recvAsync("W", TILE, DType.F32);
                        tl.zeros(TILE, DType.F32);
                        lines.add(line() + 1);
                        tl.await(future);
                        lines.add(line() + 1);
                        tl.recv(TILE, DType.F32, new Destination(there, Space.HBM));
                    },
                    KernelArgs.of(),
                    PeSet.of(A, B));
        }
        List<Op> sends = log.of(A, Lane.IPCQ);
        List<Op> receives = log.of(B, Lane.IPCQ);
        assertThat(sends).extracting(Op::name).containsOnly("send E").hasSize(4);
        assertThat(receives).extracting(Op::name).containsOnly("recv W").hasSize(4);
        assertThat(sends).allSatisfy(op -> assertThat(op.bytes()).isEqualTo(256));
        assertThat(receives).allSatisfy(op -> assertThat(op.bytes()).isEqualTo(256));
        assertThat(sends).extracting(Op::flow).doesNotHaveDuplicates().doesNotContain(0L);
        assertThat(receives)
                .extracting(Op::flow)
                .containsExactlyElementsOf(sends.stream().map(Op::flow).toList());
        assertThat(receives)
                .extracting(Op::kernelLine)
                .containsExactlyElementsOf(
                        lines.stream().map(line -> "OpLogTest.java:" + line).toList());
        // The DMA engine has a payload from the end of the send until it is in the ring; a waiting receive then takes
        // the PE_IPCQ's 5 ns more.
        List<Op> payloads = log.of(A, Lane.DMA_OUT);
        assertThat(payloads).hasSize(4).allSatisfy(op -> {
            assertThat(op.name()).isEqualTo("payload");
            assertThat(op.bytes()).isEqualTo(256);
            assertThat(op.flow()).isZero();
            assertThat(op.kernelLine()).isEqualTo(sends.getFirst().kernelLine());
        });
        for (int i = 0; i < 4; i++) {
            assertThat(payloads.get(i).startPs()).isEqualTo(sends.get(i).endPs());
            assertThat(receives.get(i).endPs())
                    .isGreaterThanOrEqualTo(payloads.get(i).endPs() + 5000);
        }
        assertThat(receives.getFirst().endPs()).isEqualTo(payloads.getFirst().endPs() + 5000);
        // A receive that had to wait works from the arrival on, and only then.
        assertThat(receives.getFirst().waitPs()).isPositive();
        assertThat(receives.getFirst().workStartPs())
                .isEqualTo(payloads.getFirst().endPs());
        assertThat(receives).allSatisfy(op -> assertThat(op.workPs()).isEqualTo(5000));
        assertThat(sends).allSatisfy(op -> {
            assertThat(op.waitPs()).isZero();
            assertThat(op.workPs()).isEqualTo(5000);
        });
    }

    @Test
    void waitingIsCountedApartFromWork() {
        Log log = new Log();
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(log))) {
            machine.install(Rings.pair(1, 256));
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(A)) {
                            for (int i = 0; i < 3; i++) {
                                tl.send("E", tl.full(TILE, DType.F32, i));
                            }
                        } else {
                            tl.recv(TILE, DType.F32);
                            tl.recv("W", TILE, DType.F32);
                            tl.recv("W", TILE, DType.F32);
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(A, B));
            Map<String, MachineStatistics.EngineUse> uses = new HashMap<>();
            machine.statistics().engines().forEach(use -> uses.put(use.name(), use));
            for (Place place : List.of(A, B)) {
                List<Op> ops = log.of(place, Lane.IPCQ);
                MachineStatistics.EngineUse use = Objects.requireNonNull(uses.get(place + ".ipcq"));
                assertThat(use.busyPs()).isEqualTo(3 * 5000);
                // The second and third send wait for the only slot; every receive waits, the first from any direction.
                assertThat(ops.stream().filter(op -> op.waitPs() > 0)).hasSize(place.equals(A) ? 2 : 3);
                assertThat(use.waitPs())
                        .isEqualTo(ops.stream().mapToLong(Op::waitPs).sum());
            }
            machine.resetStatistics();
            assertThat(machine.statistics().engines()).isEmpty();
        }
    }

    /// Loads, computes, sends and stores on every PE.
    private static void busy(Tl tl, long memory) {
        Handle x = tl.load(memory, TILE, DType.F32);
        for (int i = 0; i < 3; i++) {
            tl.send("E", x);
            x = tl.add(tl.take("W", TILE, DType.F32), tl.dot(x, x));
        }
        tl.store(memory, x);
        tl.composite(
                "gemm",
                tl.ref(memory, TILE, DType.F32),
                tl.ref(memory, TILE, DType.F32),
                memory + 256,
                DType.F32,
                4,
                4,
                4);
    }

    @Test
    void busyTimesAreTheUnionOfTheSpansAndNoLongerThanTheRun() {
        Log log = new Log();
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(log))) {
            List<Place> all = PeSet.all(SMALL).places();
            machine.install(Rings.ring(Space.HBM, 2, 256, all.toArray(Place[]::new)));
            Map<Place, Long> memory = new HashMap<>();
            all.forEach(place -> memory.put(place, machine.allocate(Space.HBM, place, 1024)));
            machine.resetStatistics();
            Launch launch = machine.submit(
                    (tl, args) -> busy(tl, args.pointer(0)),
                    place -> KernelArgs.of(memory.getOrDefault(place, 0L)),
                    PeSet.all(SMALL));
            machine.drain();
            MachineStatistics statistics = machine.statistics();
            Map<String, Long> reported = new HashMap<>();
            statistics.engines().forEach(use -> reported.put(use.name(), use.busyPs()));
            Map<String, Long> expected = new HashMap<>();
            Map<String, Long> waits = new HashMap<>();
            for (Place place : all) {
                for (Lane lane : Lane.values()) {
                    List<Op> ops = log.of(place, lane);
                    long worked = ops.stream().mapToLong(Op::workPs).sum();
                    boolean dma = lane == Lane.DMA_IN || lane == Lane.DMA_OUT;
                    long busy = dma ? Math.min(worked, union(ops, Op::startPs)) : union(ops, Op::workStartPs);
                    if (dma) {
                        waits.put(place + "." + lane.text(), union(ops, Op::startPs) - busy);
                    }
                    if (busy > 0) {
                        expected.put(place + "." + lane.text(), busy);
                    }
                }
            }
            assertThat(reported).isEqualTo(expected).hasSize(all.size() * Lane.values().length);
            statistics.engines().stream()
                    .filter(use -> waits.containsKey(use.name()))
                    .forEach(use -> assertThat(use.waitPs()).isEqualTo(waits.get(use.name())));
            assertThat(waits.values()).allSatisfy(wait -> assertThat(wait).isPositive());
            LaunchResult result = launch.result();
            assertThat(statistics.engines())
                    .allSatisfy(use -> assertThat(use.busyPs()).isBetween(1L, result.peExecutionPs()))
                    .isSortedAccordingTo(Comparator.comparingLong(MachineStatistics.EngineUse::busyPs)
                            .reversed());
            assertThat(statistics.links())
                    .allSatisfy(use -> assertThat(use.busyPs()).isBetween(1L, result.latencyPs()));
            assertThat(log.ops).allSatisfy(op -> {
                assertThat(op.startPs()).isBetween(result.firstStartPs(), op.endPs());
                assertThat(op.endPs()).isLessThanOrEqualTo(result.lastEndPs());
            });
            assertThat(result.networkPs() + result.peExecutionPs()).isEqualTo(result.latencyPs());
        }
    }

    private static long union(List<Op> ops, ToLongFunction<Op> start) {
        Coverage covered = new Coverage();
        ops.forEach(op -> covered.add(start.applyAsLong(op), op.endPs()));
        return covered.total();
    }

    @Test
    void linksCarryExactlyWhatWasSent() {
        try (Machine machine = Machine.open(SMALL)) {
            machine.install(Rings.pair(2, 1000));
            long memory = machine.allocate(Space.SRAM, A, 5000);
            machine.resetStatistics();
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(A)) {
                            tl.load(memory, Shape.of(3000), DType.U8);
                            tl.store(memory, tl.zeros(Shape.of(5000), DType.U8));
                            tl.send("E", tl.zeros(Shape.of(700), DType.U8));
                        } else {
                            tl.recv("W", Shape.of(700), DType.U8);
                        }
                    },
                    KernelArgs.of(1, 2),
                    PeSet.of(A, B));
            Map<String, Long> bytes = new HashMap<>();
            machine.statistics().links().forEach(use -> bytes.put(use.name(), use.bytes()));
            long launch = 64 + 2 * 8;
            long control = 64;
            Map<String, Long> expected = new HashMap<>();
            // Down: one message to the SIP and its cube, one to each PE. Up: the same without arguments.
            expected.put("host->pcie_ep", launch);
            expected.put("pcie_ep->switch", launch);
            expected.put("sip0.io<-switch", launch);
            expected.put("sip0.io_cpu<-io", launch + control);
            expected.put("sip0.io_cpu->io", launch + control);
            expected.put("sip0.io->cube0", launch);
            expected.put("sip0.cube0.m_cpu<-noc", launch + 2 * control);
            expected.put("sip0.cube0.m_cpu->noc", 2 * launch + control);
            expected.put("sip0.io<-cube0", control);
            expected.put("sip0.io->switch", control);
            expected.put("pcie_ep<-switch", control);
            expected.put("host<-pcie_ep", control);
            // A: request, store, payload and completion out; launch, load and credit in, the load by way of the DMA.
            expected.put("sip0.cube0.pe0->noc", 32 + 5000 + 700 + control);
            expected.put("sip0.cube0.pe0<-noc", launch + 3000 + 16);
            expected.put("sip0.cube0.pe0.pe_dma.in", 3000L);
            expected.put("sip0.cube0.sram<-noc", 32L + 5000);
            expected.put("sip0.cube0.sram->noc", 3000L);
            // B: credit and completion out, launch and payload in.
            expected.put("sip0.cube0.pe1->noc", 16 + control);
            expected.put("sip0.cube0.pe1<-noc", launch + 700);
            assertThat(bytes).isEqualTo(expected);
        }
    }

    @Test
    void theTraceHashChangesWithAnyOperation() {
        List<Kernel> variants = List.of(
                (tl, args) -> {},
                (tl, args) -> base(tl, args, "E", 4, DType.F32, false),
                (tl, args) -> base(tl, args, "W", 4, DType.F32, false),
                (tl, args) -> base(tl, args, "E", 5, DType.F32, false),
                (tl, args) -> base(tl, args, "E", 4, DType.F64, false),
                (tl, args) -> base(tl, args, "E", 4, DType.F32, true),
                (tl, args) -> {
                    base(tl, args, "E", 4, DType.F32, false);
                    tl.zeros(Shape.of(1), DType.F32);
                },
                (tl, args) -> {
                    tl.zeros(Shape.of(1), DType.F32);
                    base(tl, args, "E", 4, DType.F32, false);
                },
                (tl, args) -> tl.zeros(Shape.of(1), DType.F32),
                (tl, args) -> tl.zeros(Shape.of(2), DType.F32),
                (tl, args) -> tl.zeros(Shape.of(100), DType.F16),
                (tl, args) -> tl.zeros(Shape.of(100), DType.F32),
                (tl, args) -> tl.load(args.pointer(0), Shape.of(1), DType.F32),
                (tl, args) -> tl.load(args.pointer(1), Shape.of(1), DType.F32),
                (tl, args) -> tl.store(args.pointer(0), tl.zeros(Shape.of(1), DType.F32)),
                (tl, args) -> tl.add(tl.zeros(Shape.of(1), DType.F32), 1),
                (tl, args) -> tl.sub(tl.zeros(Shape.of(1), DType.F32), 1),
                (tl, args) -> tl.dot(tl.zeros(Shape.of(1, 1), DType.F32), tl.zeros(Shape.of(1, 1), DType.F32)),
                (tl, args) -> tl.dot(tl.zeros(Shape.of(1, 2), DType.F32), tl.zeros(Shape.of(2, 1), DType.F32)));
        Set<String> hashes = new HashSet<>();
        for (Kernel kernel : variants) {
            hashes.add(hash(kernel, A, B));
        }
        hashes.add(hash(variants.getFirst(), A));
        hashes.add(hash(variants.getFirst(), B));
        assertThat(hashes).hasSize(variants.size() + 2);
        assertThat(hash(variants.get(1), A, B)).isEqualTo(hash(variants.get(1), A, B));
    }

    private static void base(Tl tl, KernelArgs args, String direction, int elements, DType dtype, boolean async) {
        Shape shape = Shape.of(elements);
        tl.send(direction, tl.load(args.pointer(0), shape, dtype));
        String back = direction.equals("E") ? "W" : "E";
        Handle got = async ? tl.take(back, shape, dtype) : tl.recv(back, shape, dtype);
        tl.store(args.pointer(1), async ? tl.neg(got) : tl.abs(got));
    }

    private static String hash(Kernel kernel, Place... places) {
        try (Machine machine = Machine.open(SMALL)) {
            machine.install(Rings.pair(2, 64));
            long near = machine.allocate(Space.HBM, A, 64);
            long far = machine.allocate(Space.HBM, new Place(1, 1, 0), 64);
            machine.launch(kernel, KernelArgs.of(near, far), PeSet.of(places));
            return machine.statistics().traceHash();
        }
    }

    @Test
    void listeningChangesNothing() {
        Kernel kernel = (tl, args) -> base(tl, args, "E", 4, DType.F32, true);
        String quiet = hash(kernel, A, B);
        Log log = new Log();
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(log))) {
            machine.install(Rings.pair(2, 64));
            long near = machine.allocate(Space.HBM, A, 64);
            long far = machine.allocate(Space.HBM, new Place(1, 1, 0), 64);
            machine.launch(kernel, KernelArgs.of(near, far), PeSet.of(A, B));
            assertThat(machine.statistics().traceHash()).isEqualTo(quiet);
        }
        assertThat(log.ops).isNotEmpty();
    }
}

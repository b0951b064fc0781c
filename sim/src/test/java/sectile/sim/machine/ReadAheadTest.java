package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.DiagnosticRenderer;
import sectile.sim.Place;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.topology.Topologies;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// A repeatable kernel may be ahead of the machine in a run without values; what happens and what is reported is the
/// same. `RandomKernelTest` and `WrongKernelTest` have more of it.
final class ReadAheadTest {
    private static final Shape FOUR = Shape.of(4);
    private static final MachineOptions TIMING = MachineOptions.standard().withData(false);

    private static Machine ring(MachineOptions options) {
        Machine machine = Machine.open(Topologies.preset("small"), options);
        machine.install(Rings.pair(2, 64));
        return machine;
    }

    /// A kernel for A and B, and what is to be seen of it.
    record Case(String name, Kernel kernel) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static void exchange(Tl tl, int times) {
        for (int i = 0; i < times; i++) {
            tl.send("E", tl.zeros(FOUR, DType.F32));
            tl.recv("W", FOUR, DType.F32);
        }
    }

    static Stream<Case> blocked() {
        return Stream.of(
                new Case("a receive nobody feeds, late", (tl, args) -> {
                    exchange(tl, 100);
                    if (tl.place().equals(A)) {
                        tl.recv("E", FOUR, DType.F32);
                    }
                }),
                new Case("a cycle of receivers", (tl, args) -> {
                    tl.zeros(FOUR, DType.F32);
                    tl.take("W", FOUR, DType.F32);
                }),
                new Case("senders into full rings", (tl, args) -> {
                    for (int i = 0; i < 3; i++) {
                        tl.send("E", tl.full(FOUR, DType.F32, i));
                    }
                    tl.recv("W", FOUR, DType.F32);
                }),
                new Case("a receive whose kernel has long ended", (tl, args) -> {
                    tl.await(tl.recvAsync("W", FOUR, DType.F32));
                    for (int i = 0; i < 5; i++) {
                        tl.zeros(FOUR, DType.F32);
                    }
                }),
                new Case("after a future that was awaited twice", (tl, args) -> {
                    tl.send("E", tl.zeros(FOUR, DType.F32));
                    RecvFuture future = tl.recvAsync("W", FOUR, DType.F32);
                    tl.await(future);
                    tl.await(future);
                    exchange(tl, 2);
                    tl.take("W", FOUR, DType.F32);
                }),
                new Case("a receive from any direction", (tl, args) -> {
                    exchange(tl, 3);
                    tl.recv(FOUR, DType.F32);
                }),
                new Case("after a receive from any direction", (tl, args) -> {
                    tl.send("E", tl.zeros(FOUR, DType.F32));
                    tl.recv(FOUR, DType.F32);
                    exchange(tl, 2);
                    tl.recv(FOUR, DType.F32);
                }));
    }

    @ParameterizedTest
    @MethodSource("blocked")
    void deadlocksAreReportedAlike(Case wrong) {
        assertThat(report(wrong.kernel.repeatable()))
                .isEqualTo(report(wrong.kernel))
                .contains("SIM-501");
    }

    private static String report(Kernel kernel) {
        try (Machine machine = ring(TIMING)) {
            DeadlockException caught = catchThrowableOfType(
                    DeadlockException.class, () -> machine.launch(kernel, KernelArgs.of(), PeSet.of(A, B)));
            assertThat(caught.graph().nodes())
                    .allSatisfy(node -> assertThat(node.span().toString()).startsWith("ReadAheadTest.java:"));
            long afterwards = machine.launch((tl, args) -> exchange(tl, 4), KernelArgs.of(), PeSet.of(A, B))
                    .latencyPs();
            return rendered(caught) + afterwards;
        }
    }

    private static String rendered(DiagnosticException caught) {
        return new DiagnosticRenderer().renderAll(caught.diagnostics());
    }

    /// The kernel fails long before the machine comes to that point, but no one learns of it earlier.
    @Test
    void aFailureIsReportedAtItsTime() {
        Kernel kernel = (tl, args) -> {
            exchange(tl, 5);
            if (tl.place().equals(B)) {
                throw new IllegalStateException("on purpose");
            }
            exchange(tl, 5);
        };
        List<String> reports = new ArrayList<>();
        for (Kernel each : List.of(kernel, kernel.repeatable())) {
            try (Machine machine = ring(TIMING)) {
                reports.add(rendered(catchThrowableOfType(
                        DiagnosticException.class, () -> machine.launch(each, KernelArgs.of(), PeSet.of(A, B)))));
            }
        }
        assertThat(reports.getFirst()).contains("on purpose").contains("simulated time");
        assertThat(reports.getLast()).isEqualTo(reports.getFirst());
    }

    @Test
    void aKernelThatAsksForTheTimeWaitsForIt() {
        List<Long> waiting = times(MachineOptions.standard());
        assertThat(waiting).hasSize(14).isSorted().doesNotHaveDuplicates();
        assertThat(times(TIMING)).isEqualTo(waiting);
    }

    private static List<Long> times(MachineOptions options) {
        List<Long> times = new ArrayList<>();
        try (Machine machine = ring(options)) {
            Kernel kernel = (tl, args) -> {
                for (int i = 0; i < 14; i++) {
                    exchange(tl, i);
                    if (tl.place().equals(A)) {
                        times.add(machine.nowPs());
                    }
                    tl.zeros(FOUR, DType.F32);
                }
            };
            machine.launch(kernel.repeatable(), KernelArgs.of(), PeSet.of(A, B));
        }
        return times;
    }

    /// More different things than a kernel is expected to ask for, again and again, on PEs that ask for different ones.
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 60, 127, 128, 129, 700})
    void aKernelMayAskForManyDifferentThings(int kinds) {
        Kernel kernel = (tl, args) -> {
            int mine = tl.place().equals(A) ? 0 : 5;
            for (int i = 0; i < 900; i++) {
                int size = 1 + (i + mine) % kinds;
                Handle made = tl.full(Shape.of(size), DType.F32, i);
                Shape square = Shape.of(1 + size % 4, 1 + size % 4);
                tl.dot(tl.zeros(square, DType.F32), tl.zeros(square, DType.F32));
                if (i % 3 == 0) {
                    Shape message = Shape.of(1 + i % kinds % 16);
                    tl.send(i % 2 == 0 ? "E" : "W", tl.full(message, i % 5 == 0 ? DType.I32 : DType.F32, 1));
                    tl.recv(i % 2 == 0 ? "W" : "E", message, i % 5 == 0 ? DType.I32 : DType.F32);
                }
                tl.add(made, made);
            }
        };
        assertThat(outcome(kernel.repeatable())).isEqualTo(outcome(kernel));
    }

    private static String outcome(Kernel kernel) {
        try (Machine machine = ring(TIMING)) {
            LaunchResult result = machine.launch(kernel, KernelArgs.of(), PeSet.of(A, B));
            MachineStatistics statistics = machine.statistics();
            return result.latencyPs() + " ps, " + statistics.events() + " events, " + statistics.traceHash();
        }
    }

    /// A machine may have more bits in its addresses than an operation in the list has for them.
    @ParameterizedTest
    @ValueSource(ints = {38, 45, 50})
    void addressesMayHaveManyBits(int localBits) {
        Place other = new Place(1, 3, 1);
        List<String> outcomes = new ArrayList<>();
        for (boolean isAhead : List.of(false, true)) {
            List<String> settings = List.of("address.local_bits=" + localBits);
            try (Machine machine = Machine.open(Topologies.preset("small", settings), TIMING)) {
                Kernel kernel = (tl, args) -> {
                    for (int i = 0; i < 200; i++) {
                        for (Place place : List.of(A, other)) {
                            long at = machine.addresses().peHbm(place, 64L * (i + 1));
                            tl.store(at + 4096, tl.load(at, FOUR, DType.F32));
                        }
                    }
                };
                LaunchResult result =
                        machine.launch(isAhead ? kernel.repeatable() : kernel, KernelArgs.of(), PeSet.of(A, other));
                outcomes.add(result.latencyPs() + " ps, " + machine.statistics().traceHash());
            }
        }
        assertThat(outcomes.getLast()).isEqualTo(outcomes.getFirst());
    }

    @Test
    void onlyRepeatableKernelsAreAhead() {
        assertThat(order(Kernel::repeatable, TIMING)).containsExactly("received", "sent");
        assertThat(order(kernel -> kernel.named("waits"), TIMING)).containsExactly("sent", "received");
        assertThat(order(Kernel::repeatable, MachineOptions.standard()))
                .as("with values")
                .containsExactly("sent", "received");
        assertThat(order(Kernel::repeatable, TIMING.withListener(new Lines())))
                .as("with the line of every operation")
                .containsExactly("sent", "received");
    }

    private static final class Lines implements OpListener {
        @Override
        public void op(Op op) {
            assertThat(op.kernelLine()).startsWith("ReadAheadTest.java:");
        }

        @Override
        public boolean wantsKernelLines() {
            return true;
        }
    }

    private static List<String> order(UnaryOperator<Kernel> how, MachineOptions options) {
        List<String> order = new ArrayList<>();
        Kernel kernel = (tl, args) -> {
            if (tl.place().equals(A)) {
                tl.recv("E", FOUR, DType.F32);
                order.add("received");
            } else {
                tl.send("W", tl.zeros(FOUR, DType.F32));
                order.add("sent");
            }
        };
        try (Machine machine = ring(options)) {
            machine.launch(how.apply(kernel), KernelArgs.of(), PeSet.of(A, B));
        }
        return order;
    }

    @Test
    void aDescribedKernelKeepsWhatIsKnownOfIt() {
        Kernel kernel = (tl, args) -> {};
        assertThat(kernel.isRepeatable()).isFalse();
        assertThat(kernel.named("x").isRepeatable()).isFalse();
        assertThat(kernel.repeatable().named("x").isRepeatable()).isTrue();
        assertThat(kernel.named("x").repeatable().name()).isEqualTo("x");
        assertThat(kernel.repeatable().name()).isEqualTo(kernel.name());
    }

    /// What the machine finds wrong, after the kernel has gone on.
    @Test
    void anUnexpectedPayloadIsReportedWithTheLineThatReceivedIt() {
        Kernel kernel = (tl, args) -> {
            exchange(tl, 50);
            tl.send("E", tl.zeros(FOUR, DType.F32));
            tl.recv("W", FOUR, DType.I32);
            exchange(tl, 50);
        };
        List<String> reports = new ArrayList<>();
        for (Kernel each : List.of(kernel, kernel.repeatable())) {
            try (Machine machine = ring(TIMING)) {
                reports.add(rendered(catchThrowableOfType(
                        DiagnosticException.class, () -> machine.launch(each, KernelArgs.of(), PeSet.of(A, B)))));
            }
        }
        assertThat(reports.getFirst()).contains("ReadAheadTest.java:").contains(", in recv,");
        assertThat(reports.getLast()).isEqualTo(reports.getFirst());
    }

    @Test
    void whatIsRareIsDoneInItsTurn() {
        List<String> traces = new ArrayList<>();
        for (boolean repeatable : List.of(false, true)) {
            try (Machine machine = ring(TIMING)) {
                long hbm = machine.allocate(Space.HBM, A, 1 << 16);
                Kernel kernel = (tl, args) -> {
                    exchange(tl, 2);
                    var matrix = tl.ref(hbm, Shape.of(32, 32), DType.F16);
                    tl.composite("gemm", matrix, matrix, hbm + (1 << 12));
                    exchange(tl, 2);
                    tl.store(hbm, tl.load(hbm, Shape.of(0), DType.F16));
                    tl.send("E", tl.ref(hbm, FOUR, DType.F32));
                    tl.recv("W", FOUR, DType.F32);
                };
                LaunchResult result =
                        machine.launch(repeatable ? kernel.repeatable() : kernel, KernelArgs.of(), PeSet.of(A, B));
                traces.add(result.latencyPs() + " ps, " + machine.statistics().traceHash());
            }
        }
        assertThat(traces.getLast()).isEqualTo(traces.getFirst());
    }
}

package sectile.sim.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;

/// The run without time gives the values the machine gives.
final class FunctionalRunTest {
    private static final Shape SHAPE = Shape.of(5);

    /// Each rank passes on what it got and adds it up: an all-reduce by ring.
    private static final Kernel RING_SUM = (tl, args) -> {
        long pointer = args.pointer(0);
        int world = (int) args.integer(2);
        Handle passing = tl.load(pointer, SHAPE, DType.F32);
        Handle sum = passing;
        for (int i = 1; i < world; i++) {
            tl.send("E", passing);
            passing = tl.recv("W", SHAPE, DType.F32);
            sum = tl.add(sum, passing);
        }
        tl.store(pointer, sum);
    };

    private static List<NdArray> inputs(int world) {
        return IntStream.range(0, world)
                .mapToObj(rank -> {
                    NdArray input = NdArray.zeros(DType.F32, SHAPE);
                    for (int i = 0; i < SHAPE.elements(); i++) {
                        input.setDouble(rank + 1 + 10 * i, i);
                    }
                    return input;
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void aRingAddsUp(int world) {
        List<NdArray> outputs = FunctionalRun.run(
                RING_SUM, Wiring.ring(FunctionalRun.ranks(world)), inputs(world), KernelArgs.of(world));
        int ranks = world * (world + 1) / 2;
        for (NdArray output : outputs) {
            for (int i = 0; i < SHAPE.elements(); i++) {
                assertThat(output.getDouble(i)).isEqualTo(ranks + 10 * i * world);
            }
        }
    }

    @Test
    void agreesWithTheMachine() {
        int world = 8;
        Wiring wiring = Wiring.ring(FunctionalRun.ranks(world));
        List<NdArray> functional = FunctionalRun.run(RING_SUM, wiring, inputs(world), KernelArgs.of(world));
        try (Machine machine = Machine.open(Topologies.preset("flat"))) {
            machine.install(InstallPlan.of(wiring, new QueueConfig(Space.TCM, 2, 64, 0)));
            List<Long> addresses = wiring.places().stream()
                    .map(place -> machine.allocate(Space.HBM, place, 64))
                    .toList();
            for (int rank = 0; rank < world; rank++) {
                machine.write(addresses.get(rank), inputs(world).get(rank));
            }
            machine.submit(
                    RING_SUM, place -> KernelArgs.of(addresses.get(place.sip()), 5, world), PeSet.of(wiring.places()));
            machine.drain();
            for (int rank = 0; rank < world; rank++) {
                NdArray simulated = machine.read(addresses.get(rank), DType.F32, SHAPE);
                for (int i = 0; i < SHAPE.elements(); i++) {
                    assertThat(simulated.getDouble(i))
                            .isEqualTo(functional.get(rank).getDouble(i));
                }
            }
        }
    }

    @Test
    void aDeadlockIsFoundWithItsCycle() {
        Kernel kernel = (tl, args) -> tl.recv("W", SHAPE, DType.F32);
        assertThatThrownBy(() ->
                        FunctionalRun.run(kernel, Wiring.ring(FunctionalRun.ranks(3)), inputs(3), KernelArgs.of()))
                .isInstanceOfSatisfying(DeadlockException.class, caught -> {
                    assertThat(caught.graph().cycle()).hasSize(3);
                    assertThat(caught.graph().nodes().getFirst().span().toString())
                            .startsWith("FunctionalRunTest.java:");
                });
    }

    @Test
    void failuresNameTheRankAndTheLine() {
        Kernel kernel = (tl, args) -> tl.send("N", tl.load(args.pointer(0), SHAPE, DType.F32));
        assertThatThrownBy(() ->
                        FunctionalRun.run(kernel, Wiring.ring(FunctionalRun.ranks(2)), inputs(2), KernelArgs.of()))
                .isInstanceOf(KernelFailure.class)
                .hasMessageContaining("IPC-201")
                .hasMessageContaining("installed: E, W");
    }

    @Test
    void strictReceivesCheckWhatArrived() {
        Kernel kernel = (tl, args) -> {
            tl.send("E", tl.load(args.pointer(0), SHAPE, DType.F32));
            tl.recv("W", Shape.of(4), DType.F32);
        };
        assertThatThrownBy(() ->
                        FunctionalRun.run(kernel, Wiring.ring(FunctionalRun.ranks(2)), inputs(2), KernelArgs.of()))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("IPC-203");
    }

    @Test
    void futuresAreFilledInTheOrderTheyWereAskedFor() {
        Kernel kernel = (tl, args) -> {
            tl.send("E", tl.full(Shape.of(1), DType.F32, 1));
            tl.send("E", tl.full(Shape.of(1), DType.F32, 2));
            RecvFuture first = tl.recvAsync("W", Shape.of(1), DType.F32);
            RecvFuture second = tl.recvAsync("W", Shape.of(1), DType.F32);
            assertThat(tl.item(tl.await(second), 0)).isEqualTo(2);
            assertThat(tl.item(tl.await(first), 0)).isEqualTo(1);
        };
        FunctionalRun.run(kernel, Wiring.ring(FunctionalRun.ranks(2)), inputs(2), KernelArgs.of());
    }

    @Test
    void accessesOutsideTheInputAreErrors() {
        assertRefused((tl, args) -> tl.load(args.pointer(0) - 4, SHAPE, DType.F32), "SIM-402");
        assertRefused((tl, args) -> tl.load(args.pointer(0) + 4, SHAPE, DType.F32), "KER-215");
    }

    @Test
    void storesOfAnotherTypeThanTheInputsAreErrors() {
        assertRefused((tl, args) -> tl.store(args.pointer(0), tl.zeros(Shape.of(2), DType.F16)), "KER-214");
        assertRefused(
                (tl, args) -> tl.store(args.pointer(0), tl.cast(tl.zeros(Shape.of(2), DType.F32), DType.I32)),
                "store of i32 2 into a buffer of f32");
    }

    private static void assertRefused(Kernel kernel, String text) {
        assertThatThrownBy(() ->
                        FunctionalRun.run(kernel, Wiring.ring(FunctionalRun.ranks(1)), inputs(1), KernelArgs.of()))
                .hasMessageContaining(text);
    }
}

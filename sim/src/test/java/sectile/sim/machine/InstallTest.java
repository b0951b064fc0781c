package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.AllocationError;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Queues on their way onto the machine and off it.
final class InstallTest {
    private static final Topology SMALL = Topologies.preset("small");
    private static final Shape FOUR = Shape.of(4);

    private static InstallPlan plan(QueueConfig config, Place place, String... directions) {
        return InstallPlan.of(
                Wiring.of(List.of(place), at -> {
                    SequencedMap<String, Place> neighbours = new LinkedHashMap<>();
                    for (String direction : directions) {
                        neighbours.put(direction, at);
                    }
                    return neighbours;
                }),
                config);
    }

    @Test
    void aPeCanSendToItself() {
        try (Machine machine = Machine.open(SMALL)) {
            machine.install(plan(new QueueConfig(Space.TCM, 2, 64, 16), A, "E", "W", "loop"));
            List<Double> got = new ArrayList<>();
            machine.launch(
                    (tl, args) -> {
                        tl.send("E", tl.full(FOUR, DType.F32, 1));
                        tl.send("W", tl.full(FOUR, DType.F32, 2));
                        tl.send("loop", tl.full(FOUR, DType.F32, 3));
                        got.add(tl.item(tl.recv("E", FOUR, DType.F32), 0));
                        got.add(tl.item(tl.recv("W", FOUR, DType.F32), 0));
                        got.add(tl.item(tl.recv("loop", FOUR, DType.F32), 0));
                    },
                    KernelArgs.of(),
                    PeSet.of(A));
            assertThat(got).containsExactly(2.0, 1.0, 3.0);
            assertThat(machine.statistics().unmatched()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Space.class)
    void ringsAreBlocksOfTheirMemoryAndFreedWithTheirQueues(Space buffer) {
        try (Machine machine = Machine.open(SMALL)) {
            long slot = 1 << 20;
            long free = largest(machine, buffer);
            machine.install(plan(new QueueConfig(buffer, 3, slot, 16), A, "E", "W", "N", "S"));
            assertThat(largest(machine, buffer)).isEqualTo(free - 4 * 3 * slot);
            machine.uninstall(PeSet.of(A));
            assertThat(largest(machine, buffer)).isEqualTo(free);
        }
    }

    /// The most that can be allocated in one block, found by asking for too much.
    private static long largest(Machine machine, Space space) {
        try {
            machine.allocate(space, A, 1L << 50);
            throw new AssertionError("a petabyte was free");
        } catch (AllocationError e) {
            return e.largest();
        }
    }

    @Test
    void aPayloadToQueuesThatWereTakenAwayIsCounted() {
        try (Machine machine = Machine.open(SMALL)) {
            machine.install(Rings.pair(2, 64));
            machine.launch(
                    (tl, args) -> {
                        tl.send("E", tl.full(FOUR, DType.F32, 1));
                        // The payload is still on its way.
                        machine.uninstall(PeSet.of(B));
                    },
                    KernelArgs.of(),
                    PeSet.of(A));
            assertThat(machine.statistics().unmatched()).isEqualTo(1);
            machine.uninstall(PeSet.of(A));
            // New queues in the same memory do not take what was meant for the old ones.
            machine.install(Rings.pair(2, 64));
            assertThat(machine.statistics().unmatched()).isEqualTo(1);
            assertThat(machine.queueState(B))
                    .allSatisfy(state -> assertThat(state).contains("peer head 0"));
        }
    }

    @Test
    void aCreditToQueuesThatWereTakenAwayIsCounted() {
        try (Machine machine = Machine.open(SMALL)) {
            machine.install(Rings.pair(2, 64));
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(A)) {
                            tl.send("E", tl.full(FOUR, DType.F32, 1));
                        } else {
                            tl.exp(tl.zeros(Shape.of(1 << 16), DType.F32));
                            tl.recv("W", FOUR, DType.F32);
                            // The kernel of A has ended; the credit is on its way to it.
                            machine.uninstall(PeSet.of(A));
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(A, B));
            assertThat(machine.statistics().unmatched()).isEqualTo(1);
        }
    }

    @Test
    void aPayloadMayComeBeforeItsQueue() {
        // B has so many queues that A has long sent when they are all there.
        Topology topology = Topologies.preset("small", List.of("pe.components.pe_ipcq.attrs.entry_ns=1000"));
        Wiring wiring = Wiring.of(List.of(A, B), place -> {
            SequencedMap<String, Place> neighbours = new LinkedHashMap<>();
            neighbours.put("E", place.equals(A) ? B : A);
            neighbours.put("W", place.equals(A) ? B : A);
            for (int i = 0; i < 60 && place.equals(B); i++) {
                neighbours.put("loop" + i, B);
            }
            return neighbours;
        });
        for (Space buffer : Space.values()) {
            try (Machine machine = Machine.open(topology)) {
                Pending installed = machine.submitInstall(InstallPlan.of(wiring, new QueueConfig(buffer, 2, 64, 16)));
                machine.submitDelay(10_000_000).whenDone(machine::pause);
                machine.submitDelay(9_000_000)
                        .whenDone(() -> machine.submit(
                                (tl, args) -> {
                                    tl.send("E", tl.full(FOUR, DType.I32, 7));
                                    tl.send("E", tl.full(FOUR, DType.I32, 8));
                                },
                                KernelArgs.of(),
                                PeSet.of(A)));
                machine.advance();
                assertThat(installed.isDone()).isFalse();
                assertThat(machine.statistics().unmatched())
                        .as("so far they belong to no queue")
                        .isEqualTo(2);
                machine.drain();
                assertThat(installed.isDone()).isTrue();
                assertThat(machine.statistics().unmatched()).isZero();
                List<Double> got = new ArrayList<>();
                machine.launch(
                        (tl, args) -> {
                            got.add(tl.item(tl.take("W", FOUR, DType.I32), 0));
                            got.add(tl.item(tl.take("W", FOUR, DType.I32), 3));
                        },
                        KernelArgs.of(),
                        PeSet.of(B));
                assertThat(got).containsExactly(7.0, 8.0);
                assertThat(machine.queueState(A).getFirst()).contains("head 2").contains("peer tail 2");
            }
        }
    }

    @Test
    void takingAwayWhatIsNotThereIsAnError() {
        try (Machine machine = Machine.open(SMALL)) {
            machine.install(InstallPlan.of("near", Wiring.ring(List.of(A, B)), new QueueConfig(Space.TCM, 2, 64, 16)));
            assertThatThrownBy(() -> machine.uninstall("naer", PeSet.of(A)))
                    .isInstanceOf(DiagnosticException.class)
                    .hasMessageContaining("IPC-305")
                    .hasMessageContaining("no queues `naer` are installed on sip0.cube0.pe0")
                    .hasMessageContaining("installed: queues `near`")
                    .hasMessageContaining("did you mean `near`?");
            assertThatThrownBy(() -> machine.uninstall("near", PeSet.of(A, new Place(0, 1, 0))))
                    .hasMessageContaining("sip0.cube1.pe0")
                    .hasMessageContaining("installed: none");
            assertThat(machine.queueState(A)).as("nothing was taken away").hasSize(2);
        }
    }

    @Test
    void compositeTilesMustFitTheSchedulersPartOfTcm() {
        // 2 × (64×64 + 64×64 + 64×64) × 4 bytes = 98,304
        for (long reserved : new long[] {98_303, 98_304}) {
            Topology topology = Topologies.preset("small", List.of("cube.memory_map.tcm_reserved=" + reserved));
            try (Machine machine = Machine.open(topology)) {
                long memory = machine.allocate(Space.HBM, A, 3 * 4 * 100 * 100);
                Kernel kernel = (tl, args) -> {
                    var a = tl.ref(memory, Shape.of(100, 100), DType.F32);
                    tl.composite("gemm", a, a, memory + 40_000, DType.F32, 64, 64, 64);
                    // A matrix smaller than its tiles needs no more than itself.
                    var small = tl.ref(memory, Shape.of(20, 20), DType.F32);
                    tl.composite("gemm", small, small, memory + 40_000, DType.F32, 4000, 4000, 4000);
                };
                if (reserved < 98_304) {
                    assertThatThrownBy(() -> machine.launch(kernel, KernelArgs.of(), PeSet.of(A)))
                            .hasMessageContaining("SIM-407")
                            .hasMessageContaining("take 98304 bytes, and 98303 bytes of TCM are reserved");
                } else {
                    machine.launch(kernel, KernelArgs.of(), PeSet.of(A));
                }
            }
        }
    }
}

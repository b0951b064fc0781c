package sectile.check.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.order.Order;
import sectile.check.Finding;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.race.MemoryOrder;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WorkloadResult;

/// Kernels of the machine in every order.
class MachineSubjectTest {
    private static final Shape ONE = Shape.of(1);

    /// A kernel gets the address of an array that all PEs share, one element for each.
    private static Verifier verifier(Kernel kernel, int pes, int slots) {
        List<Place> places =
                IntStream.range(0, pes).mapToObj(pe -> new Place(0, 0, pe)).toList();
        var subject = new MachineSubject(Topologies.preset("default"), Limits.none(), () -> machine -> {
            machine.install(InstallPlan.of(Wiring.ring(places), new QueueConfig(Space.TCM, slots, 64, 8)));
            long out = machine.allocate(Space.HBM, places.getFirst(), DType.F32, pes);
            machine.name(out, "out");
            machine.write(out, NdArray.zeros(DType.F32, Shape.of(pes)));
            machine.launch(kernel, KernelArgs.of(out), PeSet.of(places));
            NdArray after = machine.read(out, DType.F32, Shape.of(pes));
            return new WorkloadAnswer(
                    new WorkloadResult(List.of(), new ValueCheck(), machine.statistics()), Map.of("out", after));
        });
        return new Verifier(subject, pes, Span.none(), MemoryOrder.STRONG);
    }

    private static Verification explore(Kernel kernel, int pes, int slots) {
        return verifier(kernel, pes, slots).explore(10_000, 10_000, () -> false);
    }

    private static Handle number(sectile.sim.kernel.Tl tl, int value) {
        return tl.full(ONE, DType.F32, value);
    }

    @Test
    void queuesAloneLeaveOneClassOfOrders() {
        Verification done = explore(
                (tl, args) -> {
                    Handle sum = number(tl, tl.programId(0) + 1);
                    Handle passed = sum;
                    for (int i = 1; i < tl.numPrograms(0); i++) {
                        tl.send("E", passed);
                        passed = tl.take("W", ONE, DType.F32);
                        sum = tl.add(sum, passed);
                    }
                    tl.store(args.pointer(0) + 4L * tl.programId(0), sum);
                },
                4,
                1);
        assertThat(done.verdict()).isEqualTo(Verdict.PROVED);
        assertThat(done.executions()).isOne();
    }

    @Test
    void aSlotThatIsOverwrittenBeforeItIsReadIsFound() {
        Verification done = explore(
                (tl, args) -> {
                    if (tl.programId(0) == 0) {
                        tl.send("E", number(tl, 1));
                        tl.send("E", number(tl, 2));
                    } else {
                        Handle first = tl.recv("W", ONE, DType.F32);
                        Handle second = tl.recv("W", ONE, DType.F32);
                        tl.store(args.pointer(0) + 4L, tl.add(first, second));
                    }
                },
                2,
                1);
        assertThat(done.verdict()).isEqualTo(Verdict.FOUND);
        assertThat(done.findings().getFirst().diagnostic().code()).isEqualTo("IPC-205");
    }

    @Test
    void messagesFromAnyDirectionComeInEveryOrder() {
        Kernel kernel = (tl, args) -> {
            if (tl.programId(0) == 0) {
                Handle first = tl.recv(ONE, DType.F32);
                tl.store(args.pointer(0), first);
                tl.recv(ONE, DType.F32);
            } else {
                tl.send(tl.programId(0) == 1 ? "W" : "E", number(tl, tl.programId(0)));
            }
        };
        Verifier verifier = verifier(kernel, 3, 2);
        Verification done = verifier.explore(10_000, 10_000, () -> false);
        assertThat(done.verdict()).isEqualTo(Verdict.FOUND);
        assertThat(done.findings()).extracting(Finding::kind).containsExactly(Finding.Kind.RESULT);
        assertThat(done.executions()).isEqualTo(3);
        // Every way to run it divides the first run into the right steps.
        Finding result = done.findings().getFirst();
        assertThat(verifier(kernel, 3, 2).replay(result.choices()).findings()).containsExactly(result);
        assertThat(verifier(kernel, 3, 2).sample(100, 1, () -> false).findings())
                .extracting(Finding::cause)
                .containsExactly(result.cause());
        assertThat(verifier(kernel, 3, 2).once(Order.firstCome()).findings()).isEmpty();
    }

    @Test
    void aStoreThatNoMessageAnnouncesRacesWithTheLoadOfAnotherKernel() {
        Verification done = explore(
                (tl, args) -> {
                    if (tl.programId(0) == 0) {
                        tl.store(args.pointer(0), number(tl, 7));
                    } else {
                        tl.store(args.pointer(0) + 4, tl.load(args.pointer(0), ONE, DType.F32));
                    }
                },
                2,
                1);
        assertThat(done.verdict()).isEqualTo(Verdict.FOUND);
        assertThat(done.findings()).extracting(Finding::kind).contains(Finding.Kind.RACE);
    }

    @Test
    void aMessageThatNobodyReceivesIsFound() {
        Verification done = explore((tl, args) -> tl.send("E", number(tl, 1)), 2, 1);
        assertThat(done.verdict()).isEqualTo(Verdict.FOUND);
        assertThat(done.findings().getFirst().diagnostic().code()).isEqualTo("CHECK-106");
    }

    @Test
    void sendsThatFillAllRingsAreStuck() {
        Kernel kernel = (tl, args) -> {
            tl.send("E", number(tl, 1));
            tl.send("E", number(tl, 2));
            tl.take("W", ONE, DType.F32);
            tl.take("W", ONE, DType.F32);
        };
        Verifier verifier = verifier(kernel, 2, 1);
        Verification done = verifier.explore(10_000, 10_000, () -> false);
        assertThat(done.findings()).extracting(Finding::kind).containsExactly(Finding.Kind.STUCK);
        Finding stuck = done.findings().getFirst();
        assertThat(verifier.replay(stuck.choices()).findings())
                .extracting(Finding::cause)
                .containsExactly(stuck.cause());
        assertThat(explore(kernel, 2, 2).verdict()).isEqualTo(Verdict.PROVED);
    }

    @Test
    void memoryThatNothingHasWrittenIsNotRead() {
        Verification done = explore(
                (tl, args) -> {
                    long scratch = tl.full(ONE, DType.F32, 0).address();
                    tl.store(args.pointer(0), tl.ref(scratch, ONE, DType.F32));
                },
                1,
                1);
        assertThat(done.findings())
                .extracting(finding -> finding.diagnostic().code())
                .containsExactly("CHECK-104");
    }
}

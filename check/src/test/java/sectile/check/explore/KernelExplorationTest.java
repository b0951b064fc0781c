package sectile.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.Limits;
import sectile.base.order.Order;
import sectile.check.machine.MachineSubject;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;

/// The same as [ExplorationTest] of kernels on the machine, some of which receive from any direction.
class KernelExplorationTest {
    private static final Shape ONE = Shape.of(1);
    private static final int MOST_ORDERS = 1200;

    /// What a PE does: `E` and `W` send, `e` and `w` receive from there, `*` receives from any direction. All PEs are
    /// in one ring.
    private record Protocol(List<String> operations, int slots) {
        /// @param results of each PE, the digits that it received. They are not in the memory of the machine: the host
        ///     would read it in the last step of the run, whichever that is
        private void run(Tl tl, double[] results) {
            int pe = tl.programId(0);
            Handle all = tl.full(ONE, DType.F32, 0);
            int sent = 0;
            for (char operation : operations.get(pe).toCharArray()) {
                if (Character.isUpperCase(operation)) {
                    tl.send(String.valueOf(operation), tl.full(ONE, DType.F32, 1 + 3 * pe + sent++));
                } else {
                    Handle received = operation == '*'
                            ? tl.recv(ONE, DType.F32)
                            : tl.take(String.valueOf(Character.toUpperCase(operation)), ONE, DType.F32);
                    all = tl.add(tl.mul(all, tl.full(ONE, DType.F32, 10)), received);
                }
            }
            results[pe] = all.tile().orElseThrow().doubleAt(0);
        }

        private MachineSubject subject() {
            int pes = operations.size();
            List<Place> places =
                    IntStream.range(0, pes).mapToObj(pe -> new Place(0, 0, pe)).toList();
            var subject = new MachineSubject(
                    Topologies.preset("small", List.of("cube.pe_layout.corners=[NW, NE, SE]")),
                    Limits.none(),
                    () -> machine -> {
                        double[] results = new double[pes];
                        machine.install(InstallPlan.of(Wiring.ring(places), new QueueConfig(Space.TCM, slots, 64, 8)));
                        machine.launch((tl, args) -> run(tl, results), KernelArgs.of(), PeSet.of(places));
                        return new Received(Arrays.toString(results));
                    });
            try {
                subject.run(Order.firstCome(), event -> {});
            } catch (Subject.OtherSteps | DiagnosticException e) {
                // The subject now knows whether the order of arrivals matters.
            }
            return subject;
        }

        private Explored explore(boolean reduce, int workers) {
            return Explored.of(subject(), KernelExplorationTest::text, reduce, MOST_ORDERS, workers);
        }
    }

    private record Received(String digits) implements Answer {
        @Override
        public Optional<String> difference(Answer other) {
            throw new UnsupportedOperationException("only the texts are compared");
        }
    }

    private static String text(Answer answer) {
        return ((Received) answer).digits;
    }

    /// Two messages to a PE that receives from any direction, and one operation more, before or after.
    private static Protocol draw(long seed) {
        var random = new SplittableRandom(seed);
        var operations = new ArrayList<>(List.of("*", "W", "E"));
        String more = String.valueOf("**ewEW".charAt(random.nextInt(6)));
        boolean before = random.nextBoolean();
        int pe = random.nextInt(3);
        operations.set(pe, before ? more + operations.get(pe) : operations.get(pe) + more);
        return new Protocol(operations, 1 + random.nextInt(2));
    }

    @Test
    void findsWhatEveryOrderFinds() {
        int programs = Integer.getInteger("sectile.check.programs", 8);
        long first = Long.getLong("sectile.check.seed", 0);
        int compared = 0;
        int several = 0;
        int stuck = 0;
        long orders = 0;
        long executions = 0;
        for (long seed = first; seed < first + programs; seed++) {
            Protocol protocol = draw(seed);
            String text = "-Dsectile.check.seed=" + seed + " " + protocol;
            Explored all = protocol.explore(false, 1);
            if (!all.coverage().complete()) {
                continue;
            }
            Explored reduced = protocol.explore(true, 1);
            reduced.assertFindsWhat(all, text);
            protocol.explore(true, 2).assertFindsWhat(all, "by two workers " + text);
            compared++;
            several += all.ends().size() > 1 ? 1 : 0;
            stuck += all.ends().stream().anyMatch(end -> end.contains("SIM-501")) ? 1 : 0;
            orders += all.coverage().executions();
            executions += reduced.coverage().executions();
        }
        assertThat(compared).isGreaterThan(programs / 4);
        assertThat(several).isGreaterThan(programs / 10);
        assertThat(stuck).isGreaterThan(programs / 10);
        assertThat(executions).isLessThan(orders / 10);
    }

    @Test
    void arrivalsFromDifferentDirectionsAreIndependent() {
        // Either message comes first, or both are there when the kernel looks.
        assertThat(new Protocol(List.of("**", "W", "E"), 1)
                        .explore(true, 1)
                        .coverage()
                        .executions())
                .isEqualTo(3);
    }

    @Test
    void aKernelThatNamesItsDirectionsAddsNoClasses() {
        // The first PE receives from any direction, but has only one message to receive; no other PE does.
        assertThat(new Protocol(List.of("*EE", "Wwewe", "WW"), 2)
                        .explore(true, 1)
                        .coverage())
                .matches(Exploration.Coverage::complete)
                .extracting(Exploration.Coverage::executions)
                .isEqualTo(1L);
    }
}

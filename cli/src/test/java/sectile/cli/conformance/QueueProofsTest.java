package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.array.DType;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.observe.Event;
import sectile.base.observe.Token;
import sectile.base.order.Order;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.machine.MachineSubject;
import sectile.check.machine.MachineVariants;
import sectile.check.machine.WorkloadAnswer;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.Superfluous;
import sectile.check.superfluous.Variant;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.Place;
import sectile.sim.machine.Fault;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.QueueToken;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The collectives on queues are right in every order of few ranks, and each of their sends, receives and credits is
/// needed.
class QueueProofsTest {
    /// More ranks, and mutants of three ranks and of algorithms on all PEs: minutes.
    private static final boolean FULL = Boolean.getBoolean("sectile.proofs.full");

    private static final int MAX_STEPS = 100_000;
    private static final int ELEMENTS = 48;
    private static final Registries REGISTRIES = Registries.builtin();

    /// An algorithm on a number of ranks.
    private record Case(String algorithm, Collective collective, int ranks) {
        Topology topology() {
            return Topologies.preset("small", List.of("system.sips.count=" + ranks));
        }

        CollectiveWorkload workload(CclConfig config) {
            return new CollectiveWorkload(
                    collective, ELEMENTS, DType.F32, ReduceOp.SUM, config.with(collective, algorithm), REGISTRIES);
        }

        int slots() {
            return CclConfig.builtin().algorithm(algorithm).queues().slots();
        }

        /// Of all algorithms: `best` may be carried out by another one.
        CclConfig withSlots(int slots) {
            CclConfig config = CclConfig.builtin();
            for (AlgorithmSettings settings : config.algorithms().values()) {
                config = config.with(settings.with(
                        settings.queues().slots(slots, settings.queues().slotSize())));
            }
            return config;
        }

        MachineSubject subject(CclConfig config) {
            CollectiveWorkload workload = workload(config);
            return new MachineSubject(
                    topology(), Limits.none(), () -> machine -> WorkloadAnswer.of(workload.run(machine, 1)));
        }

        /// Whether the algorithm exists for so many ranks.
        boolean isPossible() {
            try (Machine machine =
                    Machine.open(topology(), MachineOptions.standard().withData(false))) {
                workload(CclConfig.builtin()).run(machine, 1);
                return true;
            } catch (DiagnosticException e) {
                assertThat(e.diagnostics().getFirst().code()).startsWith("DIST-");
                return false;
            }
        }
    }

    private static Verification explore(MachineSubject subject, int ranks) {
        return new Verifier(subject, ranks, Span.none(), MemoryOrder.SILICON).explore(1000, MAX_STEPS, () -> false);
    }

    private static List<Case> cases(List<Integer> ranks, boolean all) {
        var cases = new ArrayList<Case>();
        CclConfig config = CclConfig.builtin();
        for (AlgorithmSettings settings : config.algorithms().values()) {
            boolean large = !settings.mapper().equals("leader_only");
            // Where links last, they are the schedules of `best`.
            if (settings.name().equals("best_lasting") || (large && !all)) {
                continue;
            }
            Set<Collective> collectives = REGISTRIES
                    .algorithms()
                    .find(settings.kernel(), settings.span())
                    .collectives();
            for (Collective collective : new TreeSet<>(collectives)) {
                for (int count : ranks) {
                    var one = new Case(settings.name(), collective, count);
                    if (one.isPossible()) {
                        cases.add(one);
                    }
                }
            }
        }
        return cases;
    }

    @Test
    void everyAlgorithmIsProved() {
        List<Case> cases = cases(FULL ? List.of(2, 3, 4, 8) : List.of(2, 3, 4), FULL);
        assertThat(cases).hasSizeGreaterThan(40);
        for (Case one : cases) {
            Verification done = explore(one.subject(CclConfig.builtin()), one.ranks());
            assertThat(done.findings()).as(one.toString()).isEmpty();
            assertThat(done.verdict()).as(one.toString()).isEqualTo(Verdict.PROVED);
            // Nothing is received from any direction, so messages leave nothing open.
            assertThat(done.executions()).as(one.toString()).isOne();
        }
    }

    @TestFactory
    Stream<DynamicTest> theSameValuesComeOutInDrawnOrdersOfEightRanks() {
        int orders = Integer.getInteger("sectile.proofs.orders", FULL ? 10_000 : 2);
        return each(cases(List.of(8), false), one -> {
            var verifier = new Verifier(one.subject(CclConfig.builtin()), 8, Span.none(), MemoryOrder.SILICON);
            assertThat(verifier.sample(orders, 1, () -> false).findings()).isEmpty();
        });
    }

    /// The mutants that are right as well.
    private static List<String> superfluous(Case one, int slots, MachineVariants.What what) {
        var variants = new MachineVariants(
                List.of(one.ranks()), slots, what, (ranks, count) -> one.subject(one.withSlots(count)));
        var how = new Superfluous.How() {
            @Override
            public Verification verify(Variant variant) {
                return variants.verify(variant, verifier -> verifier.explore(1000, MAX_STEPS, () -> false));
            }

            @Override
            public OptionalLong time(Variant variant) {
                return OptionalLong.empty();
            }
        };
        Superfluous.Answer answer = Superfluous.of(variants.sites(), List.of(), how, () -> false);
        assertThat(answer.sites(Superfluous.Need.UNDECIDED)).isEmpty();
        return answer.sites(Superfluous.Need.SUPERFLUOUS).stream()
                .map(site -> site.site().what())
                .toList();
    }

    /// Each by itself, because in full they take from seconds to many minutes.
    private static Stream<DynamicTest> each(List<Case> cases, Consumer<Case> test) {
        assertThat(cases).isNotEmpty();
        return cases.stream().map(one -> DynamicTest.dynamicTest(one.toString(), () -> test.accept(one)));
    }

    @TestFactory
    Stream<DynamicTest> everySendReceiveAndMessageIsNeeded() {
        return each(cases(FULL ? List.of(2, 3, 4) : List.of(2), FULL), one -> {
            for (MachineVariants.What what :
                    List.of(MachineVariants.What.SENDS, MachineVariants.What.RECEIVES, MachineVariants.What.MESSAGES)) {
                // What the messages of a barrier order is before and after it, and nothing is there.
                if (one.collective() == Collective.BARRIER && what == MachineVariants.What.MESSAGES) {
                    continue;
                }
                assertThat(superfluous(one, one.slots(), what))
                        .as(one + ", " + what)
                        .isEmpty();
            }
        });
    }

    /// With one slot a sender waits for the credit of each message but the last before it sends the next one. The last
    /// credit of a queue is the only one that a mutant may lose: no message needs its slot again.
    @TestFactory
    Stream<DynamicTest> everyCreditButTheLastOfAQueueIsNeeded() {
        return each(cases(FULL ? List.of(2, 3) : List.of(2), FULL), one -> {
            var last = new TreeMap<String, QueueToken>();
            int[] all = {0};
            one.subject(one.withSlots(1)).run(Order.seeded(1), event -> {
                if (event instanceof Event.Release release && release.token().kind() == Token.Kind.CREDIT) {
                    QueueToken credit = QueueToken.of(release.token()).orElseThrow();
                    last.put(credit.installation() + " " + credit.from() + " " + credit.direction(), credit);
                    all[0]++;
                }
            });
            assertThat(all[0]).isPositive();
            List<String> expected = last.values().stream()
                    .map(credit -> "credit for message " + credit)
                    .toList();
            assertThat(superfluous(one, 1, MachineVariants.What.CREDITS))
                    .as(one.toString())
                    .containsExactlyInAnyOrderElementsOf(expected);
        });
    }

    /// A kernel that ends early leaves the others with an explanation, or with values that are wrong.
    @Test
    void anAbortedKernelNeverHangsTheRun() {
        for (Case one : cases(List.of(3), false)) {
            for (int i = 0; i < 2; i++) {
                var fault = new Fault(Fault.Kind.ABORTED, new Place(1, 0, 0), i);
                Verification done = explore(one.subject(CclConfig.builtin()).failing(fault), one.ranks());
                assertThat(done.verdict()).as(one + " " + fault).isNotEqualTo(Verdict.NOT_FOUND);
            }
        }
    }
}

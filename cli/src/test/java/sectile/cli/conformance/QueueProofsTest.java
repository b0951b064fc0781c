package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
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
import sectile.check.machine.WorkloadAnswer;
import sectile.check.race.MemoryOrder;
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

        MachineSubject subject(CclConfig config) {
            CollectiveWorkload workload = workload(config);
            return new MachineSubject(
                    topology(), Limits.none(), machine -> WorkloadAnswer.of(workload.run(machine, 1)));
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
            if (large && !all) {
                continue;
            }
            for (Collective collective : REGISTRIES
                    .algorithms()
                    .find(settings.kernel(), settings.span())
                    .collectives()) {
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

    @Test
    void theSameValuesComeOutInDrawnOrdersOfEightRanks() {
        int orders = Integer.getInteger("sectile.proofs.orders", FULL ? 10_000 : 2);
        for (Case one : cases(List.of(8), false)) {
            var verifier = new Verifier(one.subject(CclConfig.builtin()), 8, Span.none(), MemoryOrder.SILICON);
            assertThat(verifier.sample(orders, 1, () -> false).findings())
                    .as(one.toString())
                    .isEmpty();
        }
    }

    /// How many sends, receives and credits each PE makes.
    private static Map<Fault.Kind, Map<Place, Integer>> operations(Case one, CclConfig config) {
        var counts = new HashMap<Fault.Kind, Map<Place, Integer>>();
        one.subject(config).run(Order.seeded(1), event -> {
            Token token = event instanceof Event.Release release
                    ? release.token()
                    : event instanceof Event.Acquire acquire ? acquire.token() : null;
            if (token == null) {
                return;
            }
            boolean releases = event instanceof Event.Release;
            Fault.Kind kind = token.kind() == Token.Kind.ELEMENT
                    ? (releases ? Fault.Kind.LOST_MESSAGE : Fault.Kind.SKIPPED_RECEIVE)
                    : token.kind() == Token.Kind.CREDIT && releases ? Fault.Kind.LOST_CREDIT : null;
            if (kind != null) {
                String place = event.actor().place().split(" ", 2)[0];
                counts.computeIfAbsent(kind, k -> new HashMap<>()).merge(placeOf(place), 1, Integer::sum);
            }
        });
        return counts;
    }

    private static Place placeOf(String text) {
        String[] parts = text.split("\\D+", -1);
        return new Place(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
    }

    @Test
    void everySendAndReceiveIsNeeded() {
        int mutants = 0;
        for (Case one : cases(FULL ? List.of(2, 3, 4) : List.of(2), FULL)) {
            Map<Fault.Kind, Map<Place, Integer>> counts = operations(one, CclConfig.builtin());
            for (Fault.Kind kind : List.of(Fault.Kind.LOST_MESSAGE, Fault.Kind.SKIPPED_RECEIVE)) {
                for (Map.Entry<Place, Integer> entry :
                        counts.getOrDefault(kind, Map.of()).entrySet()) {
                    for (int i = 0; i < entry.getValue(); i++) {
                        var fault = new Fault(kind, entry.getKey(), i);
                        Verification done =
                                explore(one.subject(CclConfig.builtin()).failing(fault), one.ranks());
                        assertThat(done.verdict()).as(one + " " + fault).isEqualTo(Verdict.FOUND);
                        mutants++;
                    }
                }
            }
        }
        assertThat(mutants).isGreaterThan(100);
    }

    /// With one slot a sender waits for the credit of each message but the last before it sends the next one. The last
    /// credit of a queue is the only one that a mutant may lose: no message needs its slot again.
    @Test
    void everyCreditButTheLastOfAQueueIsNeeded() {
        int needed = 0;
        for (Case one : cases(FULL ? List.of(2, 3) : List.of(2), false)) {
            AlgorithmSettings settings = CclConfig.builtin().algorithm(one.algorithm());
            CclConfig config = CclConfig.builtin()
                    .with(settings.with(
                            settings.queues().slots(1, settings.queues().slotSize())));
            var credits = new TreeMap<String, List<String>>();
            var last = new HashMap<String, String>();
            one.subject(config).run(Order.seeded(1), event -> {
                if (event instanceof Event.Release release && release.token().kind() == Token.Kind.CREDIT) {
                    String text = release.token().text();
                    credits.computeIfAbsent(event.actor().place(), place -> new ArrayList<>())
                            .add(text);
                    last.put(text.substring(text.indexOf(" of sip")), text);
                }
            });
            for (Map.Entry<String, List<String>> entry : credits.entrySet()) {
                for (int i = 0; i < entry.getValue().size(); i++) {
                    String credit = entry.getValue().get(i);
                    boolean isLast = last.containsValue(credit);
                    var fault = new Fault(Fault.Kind.LOST_CREDIT, placeOf(entry.getKey()), i);
                    Verification done = explore(one.subject(config).failing(fault), one.ranks());
                    assertThat(done.verdict())
                            .as(one + " " + fault + ", " + credit)
                            .isEqualTo(isLast ? Verdict.PROVED : Verdict.FOUND);
                    needed += isLast ? 0 : 1;
                }
            }
        }
        assertThat(needed).isPositive();
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

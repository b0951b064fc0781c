package sectile.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.LimitCode;
import sectile.base.limit.LimitReached;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.base.order.Prioritised;
import sectile.base.order.Recorded;
import sectile.base.order.Replayed;
import sectile.check.explore.Answer;
import sectile.check.explore.Exploration;
import sectile.check.explore.Subject;
import sectile.check.race.MemoryOrder;
import sectile.interp.Run;
import sectile.interp.problem.ExecCode;
import sectile.ir.Program;

/// Verifies a program on the interpreter: races, stuck runs, failures, and results that
/// depend on the order.
public final class Verifier {
    /// After the first finding an exploration continues for as long as it took to find it, and this many
    /// runs more, to find other causes.
    private static final long MORE_RUNS = 100;
    /// Rounds of a polling loop without any change after which a run counts as endless.
    public static final long PATIENCE = 10_000;
    /// How many ordering constraints a priority-based schedule tries to meet.
    private static final int DEPTH = 3;
    /// So many runs are made before others are made at the same time: most mistakes show in the first ones.
    private static final long FIRST_RUNS = 200;

    private final Subject subject;
    private final int ranks;
    private final Span where;
    private final MemoryOrder order;
    private final @Nullable Answer expected;
    /// Whether the first mistake is enough, as it is found.
    private final boolean decides;

    /// In strong order.
    public Verifier(Program program, Run run) {
        this(program, run, MemoryOrder.STRONG);
    }

    public Verifier(Program program, Run run, MemoryOrder order) {
        this(
                new ProgramSubject(program, run.patient(PATIENCE)),
                run.ranks(),
                program.origin().span(),
                order);
    }

    /// Of anything that can be run in several orders.
    ///
    /// @param ranks how many it runs on
    /// @param where for mistakes that have no line
    public Verifier(Subject subject, int ranks, Span where, MemoryOrder order) {
        this(subject, ranks, where, order, null, false);
    }

    private Verifier(
            Subject subject, int ranks, Span where, MemoryOrder order, @Nullable Answer expected, boolean decides) {
        this.decides = decides;
        this.expected = expected;
        this.subject = subject;
        this.ranks = ranks;
        this.where = where;
        this.order = order;
    }

    /// The same, where another answer than this one is a mistake.
    public Verifier expecting(Answer answer) {
        return new Verifier(subject, ranks, where, order, answer, decides);
    }

    /// The same, which ends at the first mistake and looks for no shorter order that shows it: for callers that want to
    /// know whether there is one.
    public Verifier deciding() {
        return new Verifier(subject, ranks, where, order, expected, true);
    }

    /// What one run shows.
    ///
    /// @param events all of them
    /// @param shownAt after how many events a race is known, by its cause
    /// @param hasDiverged whether the program did not make the same choices
    public record Replay(
            List<Event> events, Map<String, Integer> shownAt, List<Finding> findings, boolean hasDiverged) {
        public Replay {
            events = List.copyOf(events);
            shownAt = Map.copyOf(shownAt);
            findings = List.copyOf(findings);
        }

        public boolean shows(String cause) {
            return finding(cause).isPresent();
        }

        Optional<Finding> finding(String cause) {
            return findings.stream()
                    .filter(finding -> finding.cause().equals(cause))
                    .findFirst();
        }

        /// The operations up to the one that shows a mistake, each with its events.
        public List<Operation> leadingTo(String cause) {
            return Operation.of(events.subList(0, shownAt.getOrDefault(cause, events.size())));
        }
    }

    /// Hears how far an exploration is.
    @FunctionalInterface
    public interface Listener {
        /// A run has ended.
        ///
        /// @param executions complete runs so far
        /// @param left an estimate of the part that is left, from 0 to 1
        void explored(long executions, double left);
    }

    /// Runs every order, up to equivalence, one at a time, until all are explored, `maxExecutions` are, or `stop`
    /// says so.
    ///
    /// @param maxSteps the longest run that is explored
    public Verification explore(long maxExecutions, int maxSteps, BooleanSupplier stop) {
        return explore(maxExecutions, maxSteps, 1, stop, (executions, left) -> {});
    }

    /// The same with several runs at a time. A proof does not depend on how many there are; for findings the
    /// exploration is repeated with one, so that these do not either.
    ///
    /// @param workers how many runs at a time
    public Verification explore(
            long maxExecutions, int maxSteps, int workers, BooleanSupplier stop, Listener listener) {
        return inRightSteps(() -> exploreAll(maxExecutions, maxSteps, workers, stop, listener));
    }

    /// Does it anew if the first run shows that it must be divided into other steps.
    private static <T> T inRightSteps(Supplier<T> runs) {
        try {
            return runs.get();
        } catch (Subject.OtherSteps e) {
            return runs.get();
        }
    }

    private Verification exploreAll(
            long maxExecutions, int maxSteps, int workers, BooleanSupplier stop, Listener listener) {
        var exploration = new Exploration(subject, true, maxSteps);
        long alone = workers == 1 ? maxExecutions : Math.min(maxExecutions, FIRST_RUNS);
        Verification first = explore(exploration, alone, 1, stop, listener);
        if (workers == 1
                || first.verdict() != Verdict.NOT_FOUND
                || first.executions() >= maxExecutions
                || stop.getAsBoolean()) {
            return first;
        }
        Verification rest = explore(exploration, maxExecutions, workers, stop, listener);
        if (rest.verdict() != Verdict.FOUND) {
            return rest;
        }
        Verification again = explore(new Exploration(subject, true, maxSteps), maxExecutions, 1, stop, listener);
        return again.verdict() == Verdict.FOUND ? again : rest;
    }

    private Verification explore(
            Exploration exploration, long maxExecutions, int workers, BooleanSupplier stop, Listener listener) {
        var findings = new Findings(ranks, where, expected);
        long[] counts = {0, 0};
        Exploration.Coverage coverage = exploration.run(
                workers,
                () -> new Watch(order),
                (execution, watch) -> {
                    counts[0]++;
                    rethrow(execution.failure());
                    findings.add(execution.answer(), execution.failure(), watch, execution.choices());
                    if (!findings.isEmpty() && counts[1] == 0) {
                        counts[1] = counts[0];
                    }
                },
                now -> {
                    listener.explored(now.executions(), now.left());
                    return now.executions() >= maxExecutions
                            || (counts[1] > 0 && (decides || counts[0] >= 2 * counts[1] + MORE_RUNS))
                            || stop.getAsBoolean();
                });
        Verdict verdict =
                !findings.isEmpty() ? Verdict.FOUND : coverage.complete() ? Verdict.PROVED : Verdict.NOT_FOUND;
        return new Verification(
                ranks,
                verdict,
                shrunk(findings),
                coverage.executions(),
                coverage.redundant(),
                0,
                coverage.steps(),
                coverage.tooLong(),
                coverage.left());
    }

    /// Runs the first order, then drawn ones: every second one by priorities.
    public Verification sample(long schedules, long seed, BooleanSupplier stop) {
        return inRightSteps(() -> sampleAll(schedules, seed, stop));
    }

    private Verification sampleAll(long schedules, long seed, BooleanSupplier stop) {
        var findings = new Findings(ranks, where, expected);
        long length = 100;
        long steps = 0;
        long done = 0;
        while (done < schedules && (done == 0 || !stop.getAsBoolean()) && findings.isEmpty()) {
            Order next = done == 0
                    ? new Replayed(List.of())
                    : done % 2 == 1 ? Order.seeded(seed + done) : new Prioritised(seed + done, DEPTH, length);
            long made = run(next, findings);
            length = Math.max(1, made);
            steps += made;
            done++;
        }
        Verdict verdict = findings.isEmpty() ? Verdict.NOT_FOUND : Verdict.FOUND;
        return new Verification(ranks, verdict, shrunk(findings), 0, 0, done, steps, 0, 1);
    }

    /// Runs one order, which has no state.
    public Verification once(Order only) {
        return inRightSteps(() -> onlyOnce(only));
    }

    private Verification onlyOnce(Order only) {
        var findings = new Findings(ranks, where, expected);
        long steps = run(only, findings);
        Verdict verdict = findings.isEmpty() ? Verdict.NOT_FOUND : Verdict.FOUND;
        return new Verification(ranks, verdict, shrunk(findings), 0, 0, 1, steps, 0, 1);
    }

    /// Runs one order, and gives the number of its steps.
    private long run(Order next, Findings findings) {
        var recorded = new Recorded(next);
        var counted = new Counted(recorded);
        var watch = new Watch(order);
        Answer answer = null;
        DiagnosticException failure = null;
        try {
            answer = subject.run(counted, watch);
        } catch (DiagnosticException e) {
            rethrow(e);
            failure = e;
        }
        findings.add(answer, failure, watch, recorded.choices());
        return counted.steps();
    }

    /// A limit of this host, or an argument that does not fit, is not a mistake of the program.
    private static void rethrow(@Nullable DiagnosticException failure) {
        if (failure instanceof LimitReached
                || (failure != null && failure.diagnostics().stream().anyMatch(Verifier::isOfCaller))) {
            throw failure;
        }
    }

    private static boolean isOfCaller(Diagnostic problem) {
        return problem.kind() instanceof LimitCode
                || problem.kind() == ExecCode.NO_ENTRY
                || problem.kind() == ExecCode.BAD_ARGUMENT;
    }

    /// Runs one order again. Its result is compared with that of the order in which parts that come first continue
    /// first.
    public Replay replay(List<String> choices) {
        return inRightSteps(() -> replay(choices, Optional.ofNullable(expected).or(this::firstCome)));
    }

    /// What is left behind when parts that come first continue first; empty if they do not all end.
    Optional<Answer> firstCome() {
        try {
            return Optional.of(subject.run(new Replayed(List.of()), event -> {}));
        } catch (DiagnosticException e) {
            rethrow(e);
            return Optional.empty();
        }
    }

    /// @param reference what the result is compared with
    Replay replay(List<String> choices, Optional<Answer> reference) {
        var replayed = new Replayed(choices);
        var events = new ArrayList<Event>();
        var shownAt = new HashMap<String, Integer>();
        var watch = new Watch(order);
        Observer recorder = event -> {
            events.add(event);
            watch.observe(event);
            if (watch.raceCount() > shownAt.size()) {
                watch.races().forEach(race -> shownAt.putIfAbsent(race.causeText(), events.size()));
            }
        };
        Answer answer = null;
        DiagnosticException failure = null;
        try {
            answer = subject.run(replayed, recorder);
        } catch (DiagnosticException e) {
            rethrow(e);
            failure = e;
        }
        var findings = new Findings(ranks, where, expected).comparedWith(reference);
        findings.add(answer, failure, watch, choices);
        return new Replay(events, shownAt, findings.all(), replayed.hasDiverged());
    }

    private List<Finding> shrunk(Findings findings) {
        if (decides) {
            return findings.all();
        }
        return findings.all().stream()
                .map(finding -> Shrinking.shrunk(this, Optional.ofNullable(expected), finding, findings.firstChoices()))
                .toList();
    }
}

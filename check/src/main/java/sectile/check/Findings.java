package sectile.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.check.explore.Answer;
import sectile.check.problem.CheckCode;
import sectile.check.race.Race;
import sectile.interp.problem.ExecCode;
import sectile.sim.problem.MachineCode;

/// Collects the mistakes of all runs, one for each cause, each with the shortest order that shows it.
final class Findings {
    /// Nothing can continue: on the interpreter, and on the machine.
    private static final List<DiagnosticCode> STUCK = List.of(ExecCode.DEADLOCK, MachineCode.DEADLOCK);

    private final int ranks;
    private final Span program;
    private final SequencedMap<String, Finding> found = new LinkedHashMap<>();
    private final boolean isExpected;
    private @Nullable Answer first;
    private List<String> firstChoices = List.of();

    /// @param program where the program is, for mistakes that have no line
    /// @param expected what every run must leave behind; that of the first run if it is null
    Findings(int ranks, Span program, @Nullable Answer expected) {
        this.ranks = ranks;
        this.program = program;
        this.first = expected;
        this.isExpected = expected != null;
    }

    /// What results are compared with, if nothing is expected of them.
    Findings comparedWith(Optional<Answer> reference) {
        if (!isExpected) {
            first = reference.orElse(null);
        }
        return this;
    }

    /// The order whose result others were compared with.
    List<String> firstChoices() {
        return firstChoices;
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /// Results that differ in a program that races do so because of the race, and a read that races with the write of
    /// its bytes may come before it, so only the race is reported.
    List<Finding> all() {
        var racing = new TreeSet<String>();
        for (Finding finding : found.values()) {
            if (finding.kind() == Finding.Kind.RACE) {
                racing.add(finding.diagnostic().span().toString());
                finding.diagnostic()
                        .notes()
                        .forEach(note -> racing.add(note.span().toString()));
            }
        }
        return found.values().stream()
                .filter(f -> racing.isEmpty() || f.kind() != Finding.Kind.RESULT)
                .filter(f -> !f.diagnostic().is(CheckCode.UNWRITTEN_READ)
                        || !racing.contains(f.diagnostic().span().toString()))
                .toList();
    }

    /// Adds what one run shows.
    void add(@Nullable Answer answer, @Nullable DiagnosticException failure, Watch watch, List<String> choices) {
        for (Race race : watch.races()) {
            add(Finding.Kind.RACE, race.causeText(), race.diagnostic(1), choices);
        }
        watch.others(answer != null).forEach((cause, problem) -> add(Finding.Kind.FAILURE, cause, problem, choices));
        if (failure != null) {
            for (Diagnostic problem : failure.diagnostics()) {
                boolean stuck = STUCK.stream().anyMatch(problem::is);
                add(stuck ? Finding.Kind.STUCK : Finding.Kind.FAILURE, cause(problem, stuck), problem, choices);
            }
        }
        if (answer != null) {
            for (Diagnostic problem : answer.mistakes()) {
                add(Finding.Kind.RESULT, cause(problem, false), problem, choices);
            }
            if (answer.mistakes().isEmpty()) {
                compare(answer, choices);
            }
        }
    }

    private static String cause(Diagnostic problem, boolean stuck) {
        if (!stuck) {
            return problem.code() + " " + problem.span();
        }
        var places = new TreeSet<String>();
        problem.notes().stream().map(note -> note.span().toString()).forEach(places::add);
        return problem.code() + " " + places;
    }

    private void compare(Answer answer, List<String> choices) {
        Answer reference = first;
        if (reference == null) {
            first = answer;
            firstChoices = choices;
            return;
        }
        reference
                .difference(answer)
                .ifPresent(difference -> add(
                        Finding.Kind.RESULT,
                        CheckCode.RESULTS_DIFFER.text(),
                        Diagnostic.error(
                                        CheckCode.RESULTS_DIFFER,
                                        program,
                                        (isExpected
                                                        ? "the result is not the expected one: "
                                                        : "the result depends on the order of concurrent parts: ")
                                                + difference)
                                .hint("`sectile replay` shows an order; look for signals that several parts set, or"
                                        + " atomic additions that are read before all have been made"),
                        choices));
    }

    private void add(Finding.Kind kind, String cause, Diagnostic diagnostic, List<String> choices) {
        Finding known = found.get(cause);
        if (known == null || choices.size() < known.choices().size()) {
            found.put(cause, new Finding(kind, cause, diagnostic, ranks, choices));
        }
    }
}

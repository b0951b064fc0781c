package sectile.check.superfluous;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Event;
import sectile.base.order.Order;
import sectile.check.ProgramSubject;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.explore.Answer;
import sectile.check.race.MemoryOrder;
import sectile.interp.Run;
import sectile.ir.Program;

/// A tile program without some of its sites.
public final class ProgramVariants {
    /// A signal that the first call leaves makes a barrier of the second one do nothing, so that the third one may
    /// begin too early.
    private static final int CALLS = 3;

    private final Program program;
    private final Run run;
    private final MemoryOrder order;
    private final List<Site> sites;
    private final List<Queue> queues;
    /// By ranks and calls.
    private final Map<List<Integer>, Reference> references = new HashMap<>();
    private final Map<Integer, Boolean> repeatable = new HashMap<>();

    /// What the program as it is leaves behind.
    private record Reference(Set<String> signals, Answer answer) {}

    public ProgramVariants(Program program, Run run, MemoryOrder order) {
        this.program = program;
        this.run = run;
        this.order = order;
        var counted = new Removal(order, Variant.SAME);
        counted.program(program);
        this.sites = counted.sites();
        this.queues = counted.queues();
    }

    public List<Site> sites() {
        return sites;
    }

    public List<Queue> queues() {
        return queues;
    }

    public Program program(Variant variant) {
        return new Removal(order, variant).program(program);
    }

    /// Verifies a variant, and then with three times as many calls, so that the signals that a call leaves behind
    /// matter, if
    /// the program as it is allows that. Cells of signals are no results.
    ///
    /// @param search how to look for mistakes
    public Verification verify(Variant variant, int ranks, Function<Verifier, Verification> search) {
        Verification once = search.apply(verifier(variant, ranks, run.calls()));
        if (once.verdict() == Verdict.FOUND || variant.equals(Variant.SAME) || !isRepeatable(ranks, search)) {
            return once;
        }
        Verification more = search.apply(verifier(variant, ranks, CALLS * run.calls()));
        return more.verdict() == Verdict.FOUND ? more : once;
    }

    private boolean isRepeatable(int ranks, Function<Verifier, Verification> search) {
        Boolean known = repeatable.get(ranks);
        if (known == null) {
            known = search.apply(verifier(Variant.SAME, ranks, CALLS * run.calls()))
                            .verdict()
                    != Verdict.FOUND;
            repeatable.put(ranks, known);
        }
        return known;
    }

    private Verifier verifier(Variant variant, int ranks, int calls) {
        Reference reference = references.get(List.of(ranks, calls));
        Run asked = run.on(ranks).repeated(calls);
        if (reference == null) {
            var signals = new TreeSet<String>();
            new ProgramSubject(program, asked).run(Order.firstCome(), event -> {
                if (event instanceof Event.Access access
                        && (access.kind() == AccessKind.SIGNAL_ADD || access.kind() == AccessKind.SIGNAL_SET)) {
                    signals.add(access.region().memory().name());
                }
            });
            Answer answer = new ProgramSubject(program, asked, signals).run(Order.firstCome(), event -> {});
            reference = new Reference(signals, answer);
            references.put(List.of(ranks, calls), reference);
        }
        var subject = new ProgramSubject(program(variant), asked.patient(Verifier.PATIENCE), reference.signals);
        return new Verifier(subject, ranks, program.origin().span(), order)
                .expecting(reference.answer)
                .deciding();
    }
}

package sectile.check.superfluous;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.quantity.Units;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.problem.CheckCode;

/// Finds synchronisation that a program does not need.
public final class Superfluous {
    private final How how;
    private final BooleanSupplier stop;

    private Superfluous(How how, BooleanSupplier stop) {
        this.how = how;
        this.stop = stop;
    }

    /// How variants of a program are verified and timed.
    public interface How {
        /// Looks for mistakes, and for results that are not those of the program as it is.
        Verification verify(Variant variant);

        /// What it takes on the simulated machine, in picoseconds; empty if it does not run there.
        OptionalLong time(Variant variant);
    }

    /// Whether a program needs something.
    public enum Need {
        NEEDED("needed"),
        SUPERFLUOUS("superfluous"),
        /// The variant was not explored as far as the program.
        UNDECIDED("undecided");

        private final String text;

        Need(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// What was found out about one site.
    ///
    /// @param number of the site
    /// @param why what happens without a site that is needed
    /// @param timePs what the program takes without a site that is superfluous
    public record Judgement(int number, Site site, Need need, Optional<Diagnostic> why, OptionalLong timePs) {}

    /// What was found out about one queue.
    ///
    /// @param least the fewest slots with which the program is right; as many as it has if that is not known
    /// @param timePs what the program takes with so many
    public record Depth(Queue queue, int least, OptionalLong timePs) {}

    /// All that was found out.
    ///
    /// @param timePs what the program takes as it is
    /// @param together the sites that can all be left out at once
    /// @param togetherPs what the program takes without them
    public record Answer(
            Verification program,
            OptionalLong timePs,
            List<Judgement> sites,
            List<Judgement> together,
            OptionalLong togetherPs,
            List<Depth> depths) {
        public Answer {
            sites = List.copyOf(sites);
            together = List.copyOf(together);
            depths = List.copyOf(depths);
        }

        /// Those that a program does not need, or needs, or neither is known of.
        public List<Judgement> sites(Need need) {
            return sites.stream().filter(site -> site.need() == need).toList();
        }

        /// A warning for each site that is superfluous, and for each queue that is deeper than it must be.
        public List<Diagnostic> diagnostics() {
            var all = new ArrayList<Diagnostic>();
            sites(Need.SUPERFLUOUS).forEach(judgement -> all.add(diagnostic(judgement)));
            for (Depth depth : depths) {
                if (depth.least() < depth.queue().slots()) {
                    all.add(diagnostic(depth));
                }
            }
            return all;
        }

        private Diagnostic diagnostic(Judgement judgement) {
            Diagnostic warning = Diagnostic.warning(
                    CheckCode.SUPERFLUOUS,
                    judgement.site().span(),
                    "this " + judgement.site().what()
                            + " is superfluous: without it, no order that was explored has a race, is stuck or has"
                            + " another result");
            Optional<String> saved = saved(judgement.timePs());
            if (saved.isPresent()) {
                warning = warning.note(Span.none(), "without it, the program " + saved.get());
            }
            boolean alone = sites(Need.SUPERFLUOUS).size() > 1 && !together.contains(judgement);
            return warning.hint(
                    alone
                            ? "leave it out, or the others that are superfluous: not all of them can be left out at once"
                            : "leave it out, unless the program must be right on other numbers of ranks, shapes or"
                                    + " inputs that need it");
        }

        private Diagnostic diagnostic(Depth depth) {
            Queue queue = depth.queue();
            Diagnostic warning = Diagnostic.warning(
                    CheckCode.TOO_MANY_SLOTS,
                    queue.span(),
                    queue.name() + " has " + queue.slots() + " slots; " + depth.least()
                            + (depth.least() == 1 ? " is" : " are") + " enough for the program to end");
            Optional<String> saved = saved(depth.timePs());
            return (saved.isPresent() ? warning.note(Span.none(), "with so many, the program " + saved.get()) : warning)
                    .hint("more slots cost memory and let senders run ahead; keep what the time is worth");
        }

        /// What a time says when compared with that of the program.
        public Optional<String> saved(OptionalLong other) {
            if (timePs.isEmpty() || other.isEmpty()) {
                return Optional.empty();
            }
            long saved = timePs.getAsLong() - other.getAsLong();
            String whole = Units.time(timePs.getAsLong());
            return Optional.of(
                    saved == 0
                            ? "takes the same time, " + whole
                            : "is " + Units.time(Math.abs(saved)) + (saved > 0 ? " faster" : " slower") + " than "
                                    + whole);
        }
    }

    /// Verifies the program, then without each site, then with fewer slots.
    ///
    /// @param stop asked before each variant; those that are left are undecided
    public static Answer of(List<Site> sites, List<Queue> queues, How how, BooleanSupplier stop) {
        return new Superfluous(how, stop).answer(sites, queues);
    }

    private Answer answer(List<Site> sites, List<Queue> queues) {
        Verification program = how.verify(Variant.SAME);
        if (program.verdict() == Verdict.FOUND) {
            return new Answer(program, OptionalLong.empty(), List.of(), List.of(), OptionalLong.empty(), List.of());
        }
        OptionalLong time = how.time(Variant.SAME);
        var judgements = new ArrayList<Judgement>();
        for (int i = 0; i < sites.size(); i++) {
            judgements.add(judge(i, sites.get(i), program));
        }
        var together = new ArrayList<Judgement>();
        Variant without = Variant.SAME;
        for (Judgement judgement : judgements) {
            if (judgement.need() == Need.SUPERFLUOUS) {
                Variant more = without.without(judgement.number());
                if (together.isEmpty() || need(more, program).need == Need.SUPERFLUOUS) {
                    without = more;
                    together.add(judgement);
                }
            }
        }
        var depths = new ArrayList<Depth>();
        for (int i = 0; i < queues.size(); i++) {
            depths.add(depth(i, queues.get(i), program));
        }
        OptionalLong shortest = together.isEmpty() ? time : how.time(without);
        return new Answer(program, time, judgements, together, shortest, depths);
    }

    private record Outcome(Need need, Optional<Diagnostic> why) {}

    /// Whether a variant is as right as the program.
    private Outcome need(Variant variant, Verification program) {
        if (stop.getAsBoolean()) {
            return new Outcome(Need.UNDECIDED, Optional.empty());
        }
        Verification done = how.verify(variant);
        if (!done.findings().isEmpty()) {
            return new Outcome(
                    Need.NEEDED, Optional.of(done.findings().getFirst().diagnostic()));
        }
        boolean same = done.verdict() == Verdict.PROVED || program.verdict() == Verdict.NOT_FOUND;
        return new Outcome(same ? Need.SUPERFLUOUS : Need.UNDECIDED, Optional.empty());
    }

    private Judgement judge(int number, Site site, Verification program) {
        Variant variant = Variant.SAME.without(number);
        Outcome outcome = need(variant, program);
        OptionalLong time = outcome.need == Need.SUPERFLUOUS ? how.time(variant) : OptionalLong.empty();
        return new Judgement(number, site, outcome.need, outcome.why, time);
    }

    /// A program that ends with some slots ends with more, so the first number that is enough is the least.
    private Depth depth(int number, Queue queue, Verification program) {
        for (int slots = 1; slots < queue.slots(); slots++) {
            Variant variant = Variant.SAME.with(number, slots);
            if (need(variant, program).need == Need.SUPERFLUOUS) {
                return new Depth(queue, slots, how.time(variant));
            }
        }
        return new Depth(queue, queue.slots(), OptionalLong.empty());
    }
}

package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import sectile.base.diag.DiagnosticException;
import sectile.check.Verification;
import sectile.check.machine.MachineVariants;
import sectile.check.superfluous.ProgramVariants;
import sectile.check.superfluous.Superfluous;
import sectile.check.superfluous.Variant;
import sectile.cli.command.Invocation;
import sectile.ir.Program;

/// Whether `verify` looks for what could be left out.
final class SuperfluousOptions {
    @Parameter(
            names = "--superfluous",
            description = "if nothing is found, verify again without each barrier, fence, wait, notify, message,"
                    + " dependency and credit, and with fewer slots; report what is not needed, and the time it costs"
                    + " on the simulated machine")
    private boolean wanted;

    boolean wanted() {
        return wanted;
    }

    /// What a program could leave out on all these numbers of ranks.
    ///
    /// @param time of a program on the machine, in picoseconds
    static List<Superfluous.Answer> ofProgram(
            Invocation call,
            SearchOptions search,
            ProgramVariants variants,
            List<Integer> ranks,
            ToLongFunction<Program> time) {
        var how = new Superfluous.How() {
            @Override
            public Verification verify(Variant variant) {
                Verification weakest = null;
                for (int count : ranks) {
                    Verification done = variants.verify(variant, count, verifier -> search.search(call, verifier));
                    weakest = weakest == null ? done : weakest.weaker(done);
                    if (!done.findings().isEmpty()) {
                        break;
                    }
                }
                return java.util.Objects.requireNonNull(weakest);
            }

            @Override
            public OptionalLong time(Variant variant) {
                try {
                    return OptionalLong.of(time.applyAsLong(variants.program(variant)));
                } catch (DiagnosticException e) {
                    call.limits().check(sectile.base.diag.Span.none());
                    return OptionalLong.empty();
                }
            }
        };
        return List.of(Superfluous.of(variants.sites(), variants.queues(), how, search.overAll(call)));
    }

    /// What kernels could leave out: messages and slots, then credits with the fewest slots.
    ///
    /// @param slots how many every queue has; 0 if there are no queues
    /// @param messages whether messages may be superfluous
    static List<Superfluous.Answer> ofKernels(
            Invocation call,
            SearchOptions search,
            List<Integer> ranks,
            int slots,
            boolean messages,
            MachineVariants.Configured configured) {
        if (slots == 0) {
            return List.of();
        }
        Function<MachineVariants, Superfluous.How> how = variants -> new Superfluous.How() {
            @Override
            public Verification verify(Variant variant) {
                return variants.verify(variant, verifier -> search.search(call, verifier));
            }

            @Override
            public OptionalLong time(Variant variant) {
                return variants.time(variant);
            }
        };
        var lines = new MachineVariants(ranks, slots, MachineVariants.What.LINES, configured);
        Superfluous.Answer first = Superfluous.of(
                messages ? lines.sites() : List.of(), lines.queues(), how.apply(lines), search.overAll(call));
        int least = first.depths().isEmpty() ? slots : first.depths().getFirst().least();
        var credits = new MachineVariants(ranks, least, MachineVariants.What.CREDITS, configured);
        return List.of(first, Superfluous.of(credits.sites(), List.of(), how.apply(credits), search.overAll(call)));
    }
}

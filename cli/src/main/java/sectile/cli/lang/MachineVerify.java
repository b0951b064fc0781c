package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import sectile.base.diag.Diagnostics;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.fault.Faults;
import sectile.check.machine.MachineSubject;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.Superfluous;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.options.OutputFiles;
import sectile.sim.Place;
import sectile.sim.machine.Fault;

/// What `verify` does with kernels, which run on the simulated machine.
public final class MachineVerify {
    /// What a kernel stores is in memory before it continues, so that both orders are one.
    @Parameter(
            names = "--order",
            placeholder = "ORDER",
            converter = OrderValue.class,
            description =
                    "`strong` or `silicon`, which are the same for kernels: what one stores is in memory before it"
                            + " continues")
    private MemoryOrder order = MemoryOrder.SILICON;

    @ParametersDelegate
    private final SearchOptions search = new SearchOptions();

    @ParametersDelegate
    private final FindingFiles files = new FindingFiles();

    @ParametersDelegate
    private final SuperfluousOptions superfluous = new SuperfluousOptions();

    @ParametersDelegate
    private final FaultOptions faults = new FaultOptions();

    public MemoryOrder order() {
        return order;
    }

    public long seed() {
        return search.seed();
    }

    /// Begins to answer; gives the files that are written.
    public OutputFiles begin(Invocation call) {
        OutputFiles written = files.begin(call);
        check(call);
        return written;
    }

    private void check(Invocation call) {
        Diagnostics problems = new Diagnostics();
        search.check(call, problems);
        problems.throwIfErrors();
    }

    /// Writes the files and prints the verdicts.
    public ExitCode answer(Invocation call, Replayable verb, Verified verified) throws IOException {
        return files.answer(call, verified, count -> verb.verifier(call, count));
    }

    /// What goes wrong.
    public Faults faults(Invocation call) {
        return faults.read(call);
    }

    /// A subject with what goes wrong on its PEs.
    public MachineSubject failing(MachineSubject subject, Invocation call, Kernels verb) {
        MachineSubject failing = subject;
        for (Fault fault : faults(call).onMachine(rank -> verb.place(call, rank))) {
            failing = failing.failing(fault);
        }
        return failing;
    }

    private Verification search(Invocation call, Verifier verifier, IntFunction<Place> places) {
        // The engines of a PE are as slow as it is.
        return faults.search(
                call,
                search,
                verifier,
                (actor, rank) ->
                        actor.place().split(" ", 2)[0].equals(places.apply(rank).toString()));
    }

    /// What kernels a verb verifies.
    public interface Kernels extends Replayable {
        /// The kernels on so many ranks.
        ///
        /// @param slots of every queue; as the options say if it is 0
        MachineSubject subject(Invocation call, int ranks, int slots);

        /// How many slots every queue has as the options say; 0 if there are no queues.
        int slots(Invocation call);

        /// The PE of a rank.
        Place place(Invocation call, int rank);

        /// Whether messages are there for values, so that one without which these are right is superfluous.
        default boolean carriesValues() {
            return true;
        }
    }

    /// Verifies on each number of ranks until there is a finding.
    public Verified run(Invocation call, Kernels verb, String title, List<Integer> ranks) {
        check(call);
        Faults wrong = faults(call);
        Diagnostics problems = new Diagnostics();
        wrong.check(ranks.getFirst(), call.spanOf("--faults"), problems);
        problems.throwIfErrors();
        String name = faults.title(title);
        var done = new ArrayList<Verification>();
        for (int count : ranks) {
            call.limits().progress().begin("verifying " + name + " on " + count + " ranks");
            done.add(search(call, verb.verifier(call, count), rank -> verb.place(call, rank)));
            if (done.getLast().verdict() == Verdict.FOUND) {
                break;
            }
        }
        List<Superfluous.Answer> left = superfluous.wanted() && done.getLast().verdict() != Verdict.FOUND
                ? SuperfluousOptions.ofKernels(
                        call,
                        search,
                        ranks,
                        verb.slots(call),
                        verb.carriesValues(),
                        (count, slots) -> verb.subject(call, count, slots))
                : List.of();
        return new Verified(name, order, done, verb.text(call), words(call), left);
    }

    /// The command line without what only says where the answer goes.
    private static List<String> words(Invocation call) {
        var words = new ArrayList<String>();
        for (int i = 0; i < call.words().size(); i++) {
            String word = call.words().get(i);
            if (FindingFiles.NAMES.contains(word)) {
                i++;
            } else if (!word.equals("--json")
                    && !word.equals("--superfluous")
                    && FindingFiles.NAMES.stream().noneMatch(name -> word.startsWith(name + "="))) {
                words.add(word);
            }
        }
        return words;
    }
}

package sectile.cli.lang;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.options.OutputFiles;

/// What `verify` does with kernels, which run on the simulated machine.
public final class MachineVerify {
    /// What a kernel stores is in memory before it goes on, so that both orders are one.
    public static final MemoryOrder ORDER = MemoryOrder.SILICON;

    @ParametersDelegate
    private final SearchOptions search = new SearchOptions();

    @ParametersDelegate
    private final FindingFiles files = new FindingFiles();

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

    /// Verifies on each number of ranks until there is a finding.
    public Verified run(Invocation call, Replayable verb, String name, List<Integer> ranks) {
        check(call);
        var done = new ArrayList<Verification>();
        for (int count : ranks) {
            call.limits().progress().begin("verifying " + name + " on " + count + " ranks");
            done.add(search.search(call, verb.verifier(call, count)));
            if (done.getLast().verdict() == Verdict.FOUND) {
                break;
            }
        }
        return new Verified(name, ORDER, done, verb.text(call), words(call));
    }

    /// The command line without what only says where the answer goes.
    private static List<String> words(Invocation call) {
        var words = new ArrayList<String>();
        for (int i = 0; i < call.words().size(); i++) {
            String word = call.words().get(i);
            if (FindingFiles.NAMES.contains(word)) {
                i++;
            } else if (!word.equals("--json")
                    && FindingFiles.NAMES.stream().noneMatch(name -> word.startsWith(name + "="))) {
                words.add(word);
            }
        }
        return words;
    }
}

package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.io.AtomicFiles;
import sectile.check.Counterexample;
import sectile.check.Finding;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.cli.options.OutputFiles;

/// What `verify` does with kernels, which run on the simulated machine.
public final class MachineVerify {
    /// What a kernel stores is in memory before it goes on, so that both orders are one.
    public static final MemoryOrder ORDER = MemoryOrder.SILICON;

    @ParametersDelegate
    private final SearchOptions search = new SearchOptions();

    @ParametersDelegate
    private final FindingFiles files = new FindingFiles();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--counterexample",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write the order that shows the first finding, for `sectile replay`")
    private @Nullable Path counterexample;

    public long seed() {
        return search.seed();
    }

    /// Begins to answer; gives the files that are written.
    public OutputFiles begin(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Diagnostics problems = new Diagnostics();
        search.check(call, problems);
        problems.throwIfErrors();
        return files.outputs(new OutputFiles(call).output("--counterexample", Optional.ofNullable(counterexample)));
    }

    /// Verifies on each number of ranks until there is a finding.
    public ExitCode run(Invocation call, Replayable verb, String name, List<Integer> ranks) throws IOException {
        var done = new ArrayList<Verification>();
        for (int count : ranks) {
            call.limits().progress().begin("verifying " + name + " on " + count + " ranks");
            done.add(search.search(call, verb.verifier(call, count)));
            if (done.getLast().verdict() == Verdict.FOUND) {
                break;
            }
        }
        List<Finding> findings = done.getLast().findings();
        Path target = counterexample;
        if (target != null && !findings.isEmpty()) {
            Finding first = findings.getFirst();
            String hash = Counterexample.hash(verb.text(call));
            AtomicFiles.write(
                    target,
                    new Counterexample(first.cause(), hash, first.ranks(), words(call), first.choices()).text());
        }
        Verification last = done.getLast();
        files.write(name, VerificationText.of(name, ORDER, done), last, () -> verb.verifier(call, last.ranks()));
        if (json.wanted()) {
            call.console().document(writer -> VerificationText.write(writer, name, ORDER, done));
        } else {
            call.console().show(findings.stream().map(Finding::diagnostic).toList());
            call.console().print(VerificationText.of(name, ORDER, done));
        }
        return findings.isEmpty() ? ExitCode.OK : ExitCode.WRONG;
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

package sectile.cli.diff;

import java.nio.file.Path;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.problem.CliCode;

/// What is known of a run after it: what it printed with `--json`, or the operations it wrote with `--op-log`.
sealed interface RunRecord permits RunDocument, RunOperations {
    /// Reads both files, which must be of one kind.
    ///
    /// @throws DiagnosticException if one cannot be read, or is not of a run
    static RunRecord[] read(Path before, Path after) {
        boolean operations = isTable(before);
        if (operations != isTable(after)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.NOT_A_RUN,
                            Span.none(),
                            "`" + before + "` and `" + after + "` are of two kinds: operations of a run, and what a run"
                                    + " printed")
                    .hint("give two files written by `--op-log`, or two written by `--json`"));
        }
        return operations
                ? new RunRecord[] {RunOperations.read(before), RunOperations.read(after)}
                : new RunRecord[] {RunDocument.read(before), RunDocument.read(after)};
    }

    private static boolean isTable(Path file) {
        return file.toString().endsWith(".csv");
    }

    /// The workload and the machine, if known.
    String title();

    long latencyPs();

    /// What [#latencyPs()] is, in a word or two.
    String measured();

    /// The sentence on what the latency consists of; empty if there is none.
    String why();

    /// A number of each object of a list, by name; those of the same name are added.
    ///
    /// @param path names of objects that lead to the list
    SequencedMap<String, Long> numbers(String key, String number, String... path);
}

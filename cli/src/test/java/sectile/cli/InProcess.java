package sectile.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Console;

/// Runs the program inside the test.
public final class InProcess {
    private InProcess() {}

    public static Result sectile(String... words) {
        return run(Verbs.standard(), words);
    }

    /// Runs a kernel: `exec` if the words name an executor, else `run`.
    static Result kernel(String file, List<String> more) {
        List<String> words = new ArrayList<>();
        words.add(more.stream().anyMatch(word -> word.startsWith("--on=")) ? "exec" : "run");
        words.add(file);
        words.addAll(more);
        return sectile(words.toArray(String[]::new));
    }

    /// Runs a program that has this verb.
    static Result with(Command verb, String... words) {
        return run(new Verbs(List.of(verb)), words);
    }

    private static Result run(Verbs verbs, String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exitCode =
                new Cli(new Console(out, err, false), verbs).run(List.of(words)).number();
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}

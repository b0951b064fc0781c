package sectile.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sectile.cli.command.Console;
import sectile.cli.command.ExitCode;
import sectile.explore.FigureJson;
import sectile.explore.Measured;

/// Executes one command line and returns the figures of its JSON document: a point of an exploration, in this process
/// or in one of a cluster.
public final class PointRunner {
    private PointRunner() {}

    /// Executes a command line; several threads may call this at once.
    ///
    /// @param words of the command line after `sectile`, without `--json`
    public static Measured run(List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.add("--json");
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        ExitCode code = new Cli(new Console(out, err, false), Verbs.standard()).run(all);
        if (code == ExitCode.INTERNAL_ERROR) {
            throw new IllegalStateException(
                    "sectile " + String.join(" ", all) + "\n" + err.toString(StandardCharsets.UTF_8));
        }
        return FigureJson.ofRun(out.toString(StandardCharsets.UTF_8))
                .orElseThrow(() -> new IllegalStateException("no document of sectile " + String.join(" ", all)));
    }
}

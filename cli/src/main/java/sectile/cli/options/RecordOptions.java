package sectile.cli.options;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.cli.command.Values;

/// What a run writes about itself: `--trace`, `--op-log` and `--report`.
public final class RecordOptions {
    @Parameter(
            names = "--trace",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write a timeline that Perfetto opens")
    private @Nullable Path trace;

    @Parameter(
            names = "--op-log",
            placeholder = "FILE.csv",
            converter = Values.CsvFile.class,
            description = "write every operation as a line of a table")
    private @Nullable Path opLog;

    @Parameter(
            names = "--report",
            placeholder = "FILE.html",
            converter = Values.HtmlFile.class,
            description = "write a page that needs nothing but a browser")
    private @Nullable Path report;

    public Optional<Path> trace() {
        return Optional.ofNullable(trace);
    }

    public Optional<Path> opLog() {
        return Optional.ofNullable(opLog);
    }

    public Optional<Path> report() {
        return Optional.ofNullable(report);
    }
}

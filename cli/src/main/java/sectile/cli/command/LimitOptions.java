package sectile.cli.command;

import com.beust.jcommander.IStringConverter;
import com.beust.jcommander.Parameter;
import java.time.Duration;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.ByteSize;
import sectile.base.limit.Limits;
import sectile.base.limit.TimeSpan;
import sectile.cli.problem.CliCode;

/// `--timeout` and `--max-memory`, which all verbs with [Command#isLimited] have.
public final class LimitOptions {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);

    @Parameter(
            names = "--timeout",
            placeholder = "TIME",
            converter = TimeValue.class,
            description = "end with an error after this time, such as 30s, 5m, 2h, or none; 10m if not given")
    private Optional<Duration> timeout = Optional.of(DEFAULT_TIMEOUT);

    @Parameter(
            names = "--max-memory",
            placeholder = "BYTES",
            converter = MemoryValue.class,
            description = "end with an error before more is used, such as 4G; a quarter of this host's if not given")
    private long memoryBytes;

    public Optional<Duration> timeout() {
        return timeout;
    }

    /// The limits for one run.
    ///
    /// @param where the memory limit is given
    Limits limits(Span where) {
        long heap = Runtime.getRuntime().maxMemory();
        if (memoryBytes == 0) {
            return Limits.ofMemory(heap);
        }
        // The heap that a virtual machine reports is a little smaller than the one it was asked for.
        if (memoryBytes > heap + heap / 4) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.MEMORY_ABOVE_HEAP,
                            where,
                            "this Java virtual machine has a heap of " + ByteSize.text(heap) + ", less than "
                                    + ByteSize.text(memoryBytes))
                    .hint("remove -Xmx from SECTILE_JAVA_OPTS: `./sectile` sets the heap to --max-memory"));
        }
        return Limits.ofMemory(memoryBytes);
    }

    record TimeValue(String option) implements IStringConverter<Optional<Duration>> {
        @Override
        public Optional<Duration> convert(String value) {
            if (value.equals("none")) {
                return Optional.empty();
            }
            return Optional.of(TimeSpan.parse(value)
                    .orElseThrow(() -> new BadValue(option, value, "a time such as 30s, 5m or 2h, or none")));
        }
    }

    record MemoryValue(String option) implements IStringConverter<Long> {
        @Override
        public Long convert(String value) {
            return ByteSize.parse(value)
                    .orElseThrow(() -> new BadValue(option, value, "a number of bytes such as 512M or 4G"));
        }
    }
}

package sectile.cli.options;

import com.beust.jcommander.Parameter;
import sectile.cli.command.Values;

/// Which values: `--no-data` and `--seed`.
public final class DataOptions {
    @Parameter(names = "--no-data", description = "timing only: the same times, no values, several times faster")
    private boolean noData;

    @Parameter(
            names = "--seed",
            placeholder = "N",
            converter = Values.Whole.class,
            description = "what all random values come from; 1 if not given")
    private long seed = 1;

    public boolean data() {
        return !noData;
    }

    public long seed() {
        return seed;
    }
}

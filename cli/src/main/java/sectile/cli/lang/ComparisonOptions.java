package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostics;
import sectile.base.io.Npz;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;

/// What becomes of the arrays a program leaves: written to a file, compared with those of another.
public final class ComparisonOptions {
    @Parameter(
            names = "--output",
            placeholder = "OUT.npz",
            converter = Values.File.class,
            description = "write all arrays there as they are afterwards")
    private @Nullable Path output;

    @Parameter(
            names = "--expect",
            placeholder = "FILE.npz",
            converter = Values.File.class,
            description = "compare with the arrays of the same names")
    private @Nullable Path expect;

    @Parameter(
            names = "--rtol",
            placeholder = "X",
            converter = Tolerance.class,
            description = "relative tolerance of the comparison; 1e-5 if not given")
    private double relative = 1e-5;

    @Parameter(
            names = "--atol",
            placeholder = "X",
            converter = Tolerance.class,
            description = "absolute tolerance of the comparison; 1e-6 if not given")
    private double absolute = 1e-6;

    /// A tolerance of no comparison would have no effect, and is refused.
    public void check(Invocation call, Diagnostics problems) {
        for (String option : List.of("--rtol", "--atol")) {
            if (expect == null && call.isGiven(option)) {
                problems.error(
                        "CLI-115",
                        call.spanOf(option),
                        "`" + option + "` has no effect without --expect",
                        "give the arrays to compare with: --expect FILE.npz");
            }
        }
    }

    /// The file that the arrays are written to, if they are.
    public Optional<Path> output() {
        return Optional.ofNullable(output);
    }

    /// The file to compare with, if there is to be a comparison.
    public @Nullable Path expected() {
        return expect;
    }

    /// Writes the arrays if that is wanted, and compares them if that is.
    public List<Comparison> apply(SequencedMap<String, NdArray> outputs, Invocation call) {
        if (output != null) {
            Npz.write(output, outputs);
        }
        return expect == null ? List.of() : Comparison.of(expect, outputs, relative, absolute, call);
    }
}

package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.io.Npz;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.interp.problem.ExecCode;
import sectile.report.run.Comparison;
import sectile.script.problem.TextCode;
import sectile.sim.Place;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WrongValue;

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
                        CliCode.OPTION_WITHOUT_EFFECT,
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
        return expect == null ? List.of() : compare(expect, outputs, call);
    }

    private List<Comparison> compare(Path file, SequencedMap<String, NdArray> outputs, Invocation call) {
        List<Comparison> comparisons = new ArrayList<>();
        Npz.read(file, call.limits()).forEach((name, expected) -> {
            NdArray actual = outputs.get(name);
            if (actual == null) {
                throw new DiagnosticException(Diagnostic.error(
                                ExecCode.UNKNOWN_OUTPUT,
                                call.spanOf("--expect"),
                                "the program has no output `" + name + "`")
                        .hint(Nearest.hint(name, outputs.keySet())));
            }
            comparisons.add(Comparison.of(name, actual, expected, relative, absolute));
        });
        if (comparisons.isEmpty()) {
            throw new DiagnosticException(Diagnostic.error(
                    TextCode.NO_EXPECTED_ARRAY,
                    call.spanOf("--expect"),
                    "`" + file + "` holds no array to compare with"));
        }
        return comparisons;
    }

    /// The comparisons as counts of values. An output of a program has no PE of its own; it counts as that of the
    /// first.
    static ValueCheck check(List<Comparison> comparisons) {
        return check(
                comparisons, (comparison, element) -> new ValueCheck.Result(comparison.name(), new Place(0, 0, 0)));
    }

    /// The comparisons as counts of values.
    ///
    /// @param holder where an element lies
    public static ValueCheck check(
            List<Comparison> comparisons, BiFunction<Comparison, Comparison.Element, ValueCheck.Result> holder) {
        ValueCheck values = new ValueCheck();
        for (Comparison comparison : comparisons) {
            values.count(comparison.elements());
            for (Comparison.Element element : comparison.first()) {
                values.wrong(() -> {
                    ValueCheck.Result at = holder.apply(comparison, element);
                    return new WrongValue(
                            at.array(), at.rank(), at.place(), element.index(), element.found(), element.expected());
                });
            }
            values.addWrong(comparison.wrong() - comparison.first().size());
        }
        return values;
    }
}

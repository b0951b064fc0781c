package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.cli.run.DTypeValue;
import sectile.ir.algorithm.Algorithm;
import sectile.ir.algorithm.AlgorithmReader;
import sectile.runtime.simulated.AlgorithmWorkload;

/// What a collective algorithm in XML leaves open.
final class AlgorithmOptions {
    /// As many as are usual.
    private static final int SLOTS = 8;

    private static final List<DType> DTYPES = List.of(DType.F32, DType.F16, DType.I32);

    @Parameter(
            names = "--chunk",
            placeholder = "N",
            converter = Values.Count.class,
            description = "of an ALGO.xml: elements of a chunk; 1024 in a run and 4 in a verification if not given")
    private int chunk;

    @Parameter(
            names = "--slots",
            placeholder = "N",
            converter = Values.Count.class,
            description = "of an ALGO.xml: messages that a connection holds; 8 if not given")
    private int slots = SLOTS;

    @Parameter(
            names = "--dtype",
            placeholder = "TYPE",
            converter = DTypeValue.class,
            description = "of an ALGO.xml: f32, f16 or i32; f32 if not given")
    private @Nullable DType dtype;

    /// Whether a file is an algorithm.
    static boolean isAlgorithm(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(".xml");
    }

    /// Reports options that make no difference to a program that is not an algorithm.
    void refuse(Invocation call, Diagnostics problems) {
        for (String option : List.of("--chunk", "--slots", "--dtype")) {
            if (call.isGiven(option)) {
                problems.error(
                        CliCode.OPTION_OF_ANOTHER_KIND,
                        call.spanOf(option),
                        "`" + option + "` is for an algorithm in an XML file, not for a program");
            }
        }
    }

    /// Reports options that an algorithm leaves no choice of.
    static void refuseOthers(Invocation call, List<String> options, Diagnostics problems) {
        for (String option : options) {
            if (call.isGiven(option)) {
                problems.error(
                        CliCode.OPTION_OF_ANOTHER_KIND,
                        call.spanOf(option),
                        "`" + option + "` is for a program; an algorithm in an XML file has its own ranks and inputs");
            }
        }
    }

    /// Reads the algorithm; warnings are shown.
    ///
    /// @throws sectile.base.diag.DiagnosticException with everything that is wrong
    AlgorithmWorkload read(Invocation call, int usualChunk, long seed) {
        var problems = new Diagnostics();
        DType type = dtype == null ? DType.F32 : dtype;
        if (!DTYPES.contains(type)) {
            problems.error(
                    CliCode.ELEMENT_TYPE,
                    call.spanOf("--dtype"),
                    "an algorithm does not run on elements of type " + type.text(),
                    "f32, f16 or i32");
        }
        Optional<SourceFile> source = TextFiles.read(Path.of(call.operand(0)), problems);
        Optional<Algorithm> algorithm = source.flatMap(text -> AlgorithmReader.read(text, problems));
        problems.throwIfErrors();
        if (!problems.isEmpty()) {
            call.console().show(problems.all());
        }
        return new AlgorithmWorkload(
                algorithm.orElseThrow(), ShapeOptions.dtype(type), chunk == 0 ? usualChunk : chunk, slots, seed);
    }

    /// These options as words of a command line.
    List<String> words() {
        var words = new ArrayList<String>();
        if (chunk != 0) {
            words.addAll(List.of("--chunk", String.valueOf(chunk)));
        }
        if (slots != SLOTS) {
            words.addAll(List.of("--slots", String.valueOf(slots)));
        }
        if (dtype != null) {
            words.addAll(List.of("--dtype", dtype.text()));
        }
        return words;
    }
}

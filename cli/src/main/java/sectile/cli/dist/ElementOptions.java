package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.options.LocalFiles;
import sectile.cli.run.DTypeValue;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.ReduceOp;
import sectile.script.collective.TextAlgorithms;

/// What a collective and a sweep of it have in common: `--dtype`, `--op` and `--ccl`.
final class ElementOptions {
    @Parameter(
            names = "--dtype",
            placeholder = "TYPE",
            converter = DTypeValue.class,
            description = "f16, bf16, f32 or i32; if not given, f16 in a run and f32 in a sweep")
    private @Nullable DType dtype;

    @Parameter(
            names = "--op",
            placeholder = "sum|max|min|prod",
            converter = ReduceOpValue.class,
            description = "how elements are combined; if not given, the reduce_op of the algorithm, else sum")
    private @Nullable ReduceOp op;

    @Parameter(
            names = "--ccl",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "a ccl.yaml on top of the built-in one; ccl.yaml of this directory if not given")
    private @Nullable Path ccl;

    DType dtype(DType otherwise) {
        return dtype == null ? otherwise : dtype;
    }

    /// How an algorithm combines elements: as asked for, else as its entry of the ccl.yaml says, else by adding them.
    ReduceOp op(CclConfig config, String algorithm) {
        if (op != null) {
            return op;
        }
        return algorithm.equals(CclConfig.AUTO)
                ? ReduceOp.SUM
                : config.algorithm(algorithm).reduceOp().orElse(ReduceOp.SUM);
    }

    /// The files that are read.
    ///
    /// @param algorithms names, some of which may be those of files
    List<Path> inputs(List<String> algorithms) {
        List<Path> inputs = new ArrayList<>(files(algorithms));
        LocalFiles.ccl(ccl).ifPresent(inputs::add);
        return inputs;
    }

    private static List<Path> files(List<String> algorithms) {
        return algorithms.stream().filter(TextAlgorithms::isFile).map(Path::of).toList();
    }

    /// The built-in configuration, the file on top of it, and algorithms that are files.
    ///
    /// @param algorithms names, of which those of files are read
    TextAlgorithms texts(List<String> algorithms, Invocation call) {
        return TextAlgorithms.load(
                LocalFiles.ccl(ccl, call.console()),
                files(algorithms),
                line -> call.console().print(line + "\n"));
    }
}

package sectile.runtime.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.symbol.Direction;
import sectile.ir.text.FrontEnd;

/// Programs for tests, and inputs for them.
public final class Programs {
    /// What dynamic extents are.
    private static final long EXTENT = 8;

    private Programs() {}

    public static Program parse(String text) {
        return FrontEnd.parse(new SourceFile("test.py", text));
    }

    public static Path examples() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("examples"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("no examples above the current directory");
            }
        }
        return root.resolve("examples");
    }

    public static List<String> exampleNames() {
        try (Stream<Path> files = Files.list(examples())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".py"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Program example(String file) {
        try {
            return FrontEnd.parse(
                    new SourceFile(file, Files.readString(examples().resolve(file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The functions that no other one calls.
    public static List<Function> entries(Program program) {
        Set<String> called = new HashSet<>();
        for (Function function : program.functions()) {
            Walk.eachExpression(function.body(), expr -> {
                if (expr instanceof FunctionCall call) {
                    called.add(call.callee());
                } else if (expr instanceof Submit submit) {
                    called.add(submit.callee());
                }
            });
        }
        var entries = new ArrayList<Function>();
        for (Function function : program.functions()) {
            if (!called.contains(function.name())) {
                entries.add(function);
            }
        }
        return entries;
    }

    /// A run with an input for every parameter: floats between -1 and 1, integers from 0 to 3.
    public static Run run(Function function, int ranks, long seed) {
        var random = new SplittableRandom(seed);
        Run run = Run.of(function.name()).on(ranks);
        for (Param param : function.params()) {
            if (param.type() instanceof ScalarType scalar) {
                run = scalar.dtype().storage().isFloat()
                        ? run.with(param.name(), 0.5)
                        : run.with(param.name(), 1 + random.nextInt(3));
            } else if (param.type() instanceof Shaped shaped) {
                for (Expr extent : shaped.shape()) {
                    if (extent instanceof Dim dim) {
                        run = run.with(dim.name(), EXTENT);
                    }
                }
                if (param.direction() != Direction.OUT) {
                    run = run.with(param.name(), array(shaped, random));
                }
            }
        }
        return run;
    }

    private static NdArray array(Shaped shaped, SplittableRandom random) {
        long[] dims = shaped.shape().stream()
                .mapToLong(extent -> Dims.constant(extent).orElse(EXTENT))
                .toArray();
        DType dtype = shaped.dtype().storage();
        NdArray array = NdArray.zeros(dtype, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            if (dtype.isFloat()) {
                array.setDoubleAt(i, random.nextDouble() * 2 - 1);
            } else {
                array.setLongAt(i, random.nextInt(dtype == DType.BOOL ? 2 : 4));
            }
        }
        return array;
    }
}

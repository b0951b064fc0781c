package sectile.cli.lang;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.io.InputSource;
import sectile.base.io.Npy;
import sectile.base.limit.Limits;
import sectile.interp.problem.ExecCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.symbol.Direction;

/// Makes the arguments of a run from what the command line says about them. An input that is not mentioned is
/// drawn from the seed; what a program writes starts as zeros.
final class Inputs {
    private static final String SOURCES =
            InputSource.SOURCES + "; a shape and a type may follow, as in randn:64x64:f16";

    private final Function entry;
    private final Map<String, ShapeOptions.Sized> shapes;
    private final Map<String, Object> constants;
    private final long seed;
    private final Limits limits;
    private final Map<String, Long> dims = new LinkedHashMap<>();

    Inputs(
            Function entry,
            Map<String, ShapeOptions.Sized> shapes,
            Map<String, Object> constants,
            long seed,
            Limits limits) {
        this.entry = entry;
        this.shapes = shapes;
        this.constants = constants;
        this.seed = seed;
        this.limits = limits;
    }

    Map<String, Object> make(List<Setting> settings) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        Map<String, Setting> given = new LinkedHashMap<>();
        for (Setting setting : settings) {
            param(setting);
            given.put(setting.name(), setting);
        }
        constants.forEach((name, value) -> {
            if (value instanceof Long whole) {
                dims.put(name, whole);
            }
            if (value instanceof Number || value instanceof Boolean) {
                arguments.put(name, value);
            }
        });
        for (Param param : entry.params()) {
            learn(param, given.get(param.name()), arguments);
        }
        for (Param param : entry.params()) {
            if (arguments.containsKey(param.name())) {
                continue;
            }
            Setting setting = given.get(param.name());
            if (param.type() instanceof ScalarType) {
                if (setting != null) {
                    arguments.put(param.name(), setting.scalar());
                }
            } else if (param.type() instanceof Shaped shaped) {
                boolean drawn = param.direction() == Direction.IN && !(shaped instanceof DistributedTensorType);
                if (setting != null || drawn) {
                    String source = setting == null ? "randn" : setting.value();
                    arguments.put(param.name(), array(param, shaped, source, setting));
                }
            }
        }
        return arguments;
    }

    private Param param(Setting setting) {
        return entry.params().stream()
                .filter(p -> p.name().equals(setting.name()))
                .findFirst()
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                ExecCode.UNKNOWN_INPUT,
                                setting.span(),
                                "`" + entry.name() + "` has no parameter `" + setting.name() + "`")
                        .hint(Nearest.hint(
                                setting.name(),
                                entry.params().stream().map(Param::name).toList()))));
    }

    /// Files and `--shape` say how large dynamic dimensions are.
    private void learn(Param param, @Nullable Setting setting, Map<String, Object> arguments) {
        if (!(param.type() instanceof Shaped shaped)) {
            return;
        }
        @Nullable Shape shape = null;
        if (setting != null && setting.value().endsWith(".npy")) {
            DType dtype = shaped.dtype().storage();
            NdArray array = Npy.read(Path.of(setting.value()));
            if (array.dtype() != dtype && array.dtype().bits() == dtype.bits()) {
                array = Npy.read(Path.of(setting.value()), dtype);
            }
            arguments.put(param.name(), array);
            shape = array.shape();
        } else if (shapes.containsKey(param.name())) {
            shape = shapes.get(param.name()).shape();
            checkShape(param, shaped, shape);
        } else if (setting != null) {
            shape = source(param, setting.value(), setting).shape().orElse(null);
        }
        if (shape != null && shape.rank() == shaped.rank()) {
            for (int i = 0; i < shape.rank(); i++) {
                Dims.solve(shaped.shape().get(i), shape.dim(i), dims)
                        .ifPresent(known -> dims.put(known.getKey(), known.getValue()));
            }
        }
    }

    /// A `--shape` must fit what the program says and what is known of its dimensions.
    private void checkShape(Param param, Shaped type, Shape shape) {
        boolean fits = shape.rank() == type.rank();
        for (int i = 0; fits && i < shape.rank(); i++) {
            Expr extent = type.shape().get(i);
            long wanted = shape.dim(i);
            fits = extent instanceof Dim dim
                    ? dims.getOrDefault(dim.name(), wanted) == wanted
                    : Dims.evaluate(extent, dims).orElse(wanted) == wanted;
        }
        if (!fits) {
            throw new DiagnosticException(Diagnostic.error(
                            ExecCode.BAD_ARGUMENT,
                            Span.none(),
                            "the shape " + shape + " does not fit the parameter `" + param.name() + "`: " + type
                                    + (dims.isEmpty() ? "" : " with " + dims))
                    .hint("change --shape, or what contradicts it"));
        }
    }

    private Shape shape(Param param, Shaped type) {
        long[] extents = new long[type.rank()];
        for (int i = 0; i < extents.length; i++) {
            Expr expr = type.shape().get(i);
            OptionalLong known = Dims.evaluate(expr, dims);
            extents[i] = known.orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                            ExecCode.BAD_ARGUMENT,
                            param.variable().span(),
                            "the extent " + expr + " of `" + param.name() + "` is not known")
                    .hint("give it with --set " + expr + "=… or --shape " + param.name() + "=…")));
        }
        return Shape.of(extents);
    }

    private NdArray array(Param param, Shaped type, String text, @Nullable Setting setting) {
        DType dtype = type.dtype().storage();
        Shape shape = shape(param, type);
        long bytes = (long) ((double) shape.elements() * dtype.bits() / 8);
        String what = "`" + param.name() + "` of " + shape + " " + dtype.text();
        limits.require(bytes, what, param.variable().span());
        InputSource source = source(param, text, setting);
        boolean fits = source.shape().map(shape::equals).orElse(true)
                && source.dtype().map(dtype::equals).orElse(true);
        if (!fits) {
            throw wrong(param, text, setting, "an array of " + dtype.text() + " " + shape);
        }
        NdArray array = NdArray.zeros(dtype, shape);
        source.fill(array, param.name(), seed, Long.MAX_VALUE);
        return array;
    }

    private static InputSource source(Param param, String text, @Nullable Setting setting) {
        return InputSource.parse(text).orElseThrow(() -> wrong(param, text, setting, SOURCES));
    }

    private static DiagnosticException wrong(Param param, String text, @Nullable Setting setting, String expected) {
        return Setting.wrong(
                "--input", param.name() + "=" + text, setting == null ? Span.none() : setting.span(), expected);
    }
}

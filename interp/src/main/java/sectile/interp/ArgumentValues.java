package sectile.interp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.interp.ops.Scalars;
import sectile.interp.problem.ExecCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;
import sectile.ir.symbol.Direction;

/// The values of a run's arguments, checked against the parameters: one row for every copy of the function that runs.
/// An array is an [NdArray] of its own, or a [PlacedArray] if the caller can use those; a scalar is a `Long`, `Double`
/// or `Boolean`.
public final class ArgumentValues {
    private final Run run;
    private final int copies;
    private final boolean takesPlaced;
    private final Map<String, Long> dims = new HashMap<>();
    private final List<Object[]> rows = new ArrayList<>();
    private final List<Diagnostic> remarks = new ArrayList<>();

    private ArgumentValues(Function function, Run run, int copies, boolean takesPlaced) {
        this.run = run;
        this.takesPlaced = takesPlaced;
        this.copies = copies;
        run.arguments().forEach((name, value) -> {
            if (value instanceof Number number) {
                dims.put(name, number.longValue());
            }
        });
        function.params().forEach(this::learnDims);
        for (int i = 0; i < copies; i++) {
            rows.add(new Object[function.params().size()]);
        }
        for (int i = 0; i < function.params().size(); i++) {
            fill(i, function.params().get(i));
        }
    }

    /// Checks and copies what a run gives.
    ///
    /// @throws DiagnosticException EXEC-121 when an argument is missing or does not fit
    public static ArgumentValues of(Function function, Run run, int copies) {
        return new ArgumentValues(function, run, copies, false);
    }

    /// The same for a caller that can use arrays in memory of devices, which are not copied.
    public static ArgumentValues withPlaced(Function function, Run run, int copies) {
        return new ArgumentValues(function, run, copies, true);
    }

    /// The arguments of one copy, in the order of the parameters.
    public Object[] row(int copy) {
        return rows.get(copy).clone();
    }

    /// What the arguments say that may be a mistake.
    public List<Diagnostic> remarks() {
        return List.copyOf(remarks);
    }

    private static DiagnosticException error(Param param, String message, String hint) {
        Diagnostic diagnostic =
                Diagnostic.error(ExecCode.BAD_ARGUMENT, param.variable().span(), message);
        return new DiagnosticException(hint.isEmpty() ? diagnostic : diagnostic.hint(hint));
    }

    /// Dynamic extents are known by the arrays that are given.
    private void learnDims(Param param) {
        Shape given = given(param);
        if (!(param.type() instanceof Shaped shaped) || given == null) {
            return;
        }
        int extra = given.rank() - shaped.rank();
        if (extra < 0 || extra > 1) {
            return;
        }
        for (int axis = 0; axis < shaped.rank(); axis++) {
            long extent = given.dim(axis + extra);
            Dims.solve(shaped.shape().get(axis), extent, dims)
                    .ifPresent(known -> dims.put(known.getKey(), known.getValue()));
            if (shaped.shape().get(axis) instanceof Dim dim && dims.getOrDefault(dim.name(), extent) != extent) {
                remarks.add(Diagnostic.warning(
                                ExecCode.DIMENSION_DIFFERS,
                                param.variable().span(),
                                "`" + dim.name() + "` is " + dims.get(dim.name()) + " for another parameter and "
                                        + extent + " for `" + param.name() + "`")
                        .hint("each parameter has the shape of its array; the name means the first of them"));
            }
        }
    }

    /// The shape of the array that was given; null if none was.
    private @Nullable Shape given(Param param) {
        return switch (run.arguments().get(param.name())) {
            case NdArray array -> array.shape();
            case PlacedArray array -> array.shape();
            case null, default -> null;
        };
    }

    private void fill(int index, Param param) {
        switch (param.type()) {
            case ScalarType scalar -> {
                Object value = run.arguments().get(param.name());
                if (value == null) {
                    throw error(param, "the scalar `" + param.name() + "` has no value", "give one by its name");
                }
                Object number = value instanceof NdArray array && array.elements() == 1
                        ? Scalars.ofBits(array.dtype(), array.bitsAt(0))
                        : value instanceof Boolean truth
                                ? (Object) truth
                                : value instanceof Number any ? number(any) : value;
                if (number instanceof NdArray) {
                    throw error(param, "`" + param.name() + "` is a scalar, found an array", "");
                }
                rows.forEach(row -> row[index] = Scalars.as(scalar.dtype(), number));
            }
            case Shaped shaped -> {
                Object[] parts = run.arguments().get(param.name()) instanceof PlacedArray placed
                        ? parts(param, shaped, placed)
                        : parts(param, shaped);
                for (int i = 0; i < copies; i++) {
                    rows.get(i)[index] = parts[i];
                }
            }
            case ArrayType array -> throw error(param, "an array cannot be given from outside", "");
            case TupleType tuple -> throw error(param, "a tuple cannot be given from outside", "");
            case HandleType handle -> throw error(param, "a handle cannot be given from outside", "");
            case VoidType nothing -> throw error(param, "a parameter of no type", "");
            case UnknownType unknown -> throw error(param, "a parameter without a type", "");
        }
    }

    private static Object number(Number any) {
        return any instanceof Double || any instanceof Float ? (Object) any.doubleValue() : (Object) any.longValue();
    }

    /// A copy of the given array for every rank, or zeros.
    private NdArray[] parts(Param param, Shaped type) {
        DType dtype = type.dtype().storage();
        Object given = run.arguments().get(param.name());
        NdArray[] parts = new NdArray[copies];
        if (given == null) {
            if (param.direction() == Direction.IN && type instanceof TensorType) {
                throw error(
                        param,
                        "the input `" + param.name() + "` of type " + Describe.type(type) + " has no value",
                        "give an array by its name");
            }
            Shape shape = shape(param, type);
            require(param, shape, dtype);
            Arrays.setAll(parts, i -> NdArray.zeros(dtype, shape));
            return parts;
        }
        if (!(given instanceof NdArray array)) {
            throw error(param, "`" + param.name() + "` is " + Describe.type(type) + ", found the scalar " + given, "");
        }
        boolean split = isSplit(param, type, array.dtype(), array.shape());
        require(param, split ? array.select(0, 0).shape() : array.shape(), dtype);
        Arrays.setAll(parts, i -> (split ? array.select(0, i) : array).copy());
        return parts;
    }

    /// Arrays on devices as they are: one, or a part of it for every rank.
    private PlacedArray[] parts(Param param, Shaped type, PlacedArray array) {
        if (!takesPlaced) {
            throw error(
                    param,
                    "`" + param.name() + "` is on " + array.place() + ", which is out of reach here",
                    "copy it with toHost() first");
        }
        boolean split = isSplit(param, type, array.dtype(), array.shape());
        if (!split && copies > 1) {
            throw error(
                    param,
                    "`" + param.name() + "` is one array on " + array.place() + ", but " + copies + " ranks use it",
                    "give an array with a part for every rank in front");
        }
        PlacedArray[] parts = new PlacedArray[copies];
        Arrays.setAll(parts, i -> split ? array.part(i) : array);
        return parts;
    }

    /// Whether an array has a part for every rank in front.
    private boolean isSplit(Param param, Shaped type, DType found, Shape shape) {
        if (found != type.dtype().storage()) {
            throw error(param, "`" + param.name() + "` is " + type.dtype() + ", found an array of " + found.text(), "");
        }
        if (shape.rank() == type.rank() + 1
                && shape.dim(0) == copies
                && fits(Shape.of(Arrays.copyOfRange(shape.toArray(), 1, shape.rank())), type)) {
            return true;
        }
        if (!fits(shape, type)) {
            throw error(param, "`" + param.name() + "` is " + Describe.type(type) + ", found an array of " + shape, "");
        }
        return false;
    }

    private void require(Param param, Shape shape, DType dtype) {
        String what = "`" + param.name() + "` of " + shape + " " + dtype.text()
                + (copies == 1 ? "" : " on " + copies + " ranks");
        run.limits()
                .require(
                        (long) Math.min((double) shape.elements() * dtype.bits() / 8, Long.MAX_VALUE),
                        copies,
                        what,
                        param.variable().span());
    }

    private boolean fits(Shape shape, Shaped type) {
        if (shape.rank() != type.rank()) {
            return false;
        }
        for (int i = 0; i < shape.rank(); i++) {
            OptionalLong extent = type.shape().get(i) instanceof Dim
                    ? OptionalLong.empty()
                    : extent(type.shape().get(i));
            if (extent.isPresent() && extent.getAsLong() != shape.dim(i)) {
                return false;
            }
        }
        return true;
    }

    private OptionalLong extent(Expr expr) {
        return Dims.evaluate(expr, dims);
    }

    private Shape shape(Param param, Shaped type) {
        long[] extents = new long[type.rank()];
        for (int i = 0; i < extents.length; i++) {
            Expr expr = type.shape().get(i);
            extents[i] = extent(expr)
                    .orElseThrow(() -> error(
                            param,
                            "the extent " + expr + " of `" + param.name() + "` is not known",
                            "give it by name, or an array that has it"));
        }
        return Shape.of(extents);
    }
}

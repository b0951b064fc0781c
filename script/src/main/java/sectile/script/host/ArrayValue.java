package sectile.script.host;

import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.number.Comparison;
import sectile.base.number.Tile;
import sectile.base.number.TileMath;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.value.Fault;
import sectile.python.value.Sequence;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;

/// An array of the host, which numpy makes and `tensor.numpy()` gives.
record ArrayValue(NdArray array) implements HostValue {
    private static final Members<ArrayValue> MEMBERS = ArrayMembers.all();

    @Override
    public String kind() {
        return "an array";
    }

    @Override
    public Object member(String name, Place at) {
        return MEMBERS.of(this, name, at);
    }

    @Override
    public Object element(Object index, Place at) {
        if (index instanceof ArrayValue) {
            throw at.fault(Fault.TYPE, "an array cannot be an index here", "use ints and slices");
        }
        Index found = Index.of(index, array.shape(), at);
        NdArray view = found.view(array);
        return found.isElement() ? Arrays.item(view, 0) : new ArrayValue(view);
    }

    @Override
    public void assign(Object index, Object element, Place at) {
        NdArray view = Index.of(index, array.shape(), at).view(array);
        view.assign(fitting(Arrays.of(element, Optional.of(array.dtype()), at), view.shape(), at));
    }

    /// Broadcasts, or says that it cannot.
    static NdArray fitting(NdArray values, Shape shape, Place at) {
        if (!values.shape().broadcast(shape).equals(Optional.of(shape))) {
            throw at.fault(
                    Fault.VALUE, "an array of shape " + values.shape() + " does not fit a part of shape " + shape, "");
        }
        return values.broadcastTo(shape);
    }

    @Override
    public Sequence elements(Place at) {
        if (array.shape().rank() == 0) {
            throw at.fault(Fault.TYPE, "an array without axes has no elements to iterate over", "");
        }
        Object[] rows = new Object[(int) array.shape().dim(0)];
        for (int i = 0; i < rows.length; i++) {
            NdArray row = array.select(0, i);
            rows[i] = row.shape().rank() == 0 ? Arrays.item(row, 0) : new ArrayValue(row);
        }
        return new TupleValue(rows);
    }

    @Override
    public boolean truth(Place at) {
        if (array.elements() != 1) {
            throw at.fault(
                    Fault.TYPE,
                    "an array of " + array.elements() + " elements is neither true nor false",
                    "use np.all or np.any");
        }
        return array.getDoubleAt(0) != 0;
    }

    @Override
    public Object negated(Place at) {
        return new ArrayValue(TileMath.neg(Tile.of(array)).toNdArray());
    }

    @Override
    public @Nullable Object binary(Operator operator, Object left, Object right, Place at) {
        if (!isOperand(left) || !isOperand(right)) {
            return null;
        }
        DType dtype = common(left, right);
        NdArray a = Arrays.of(left, Optional.of(dtype), at);
        NdArray b = Arrays.of(right, Optional.of(dtype), at);
        try {
            return switch (operator) {
                case ADD -> made(TileMath.add(Tile.of(a), Tile.of(b)));
                case SUB -> made(TileMath.sub(Tile.of(a), Tile.of(b)));
                case MUL -> made(TileMath.mul(Tile.of(a), Tile.of(b)));
                case DIV -> divided(a, b);
                case MATMUL -> made(TileMath.dot(Tile.of(a), Tile.of(b)));
                case POW -> each(a, b, Math::pow, at);
                case FLOOR_DIV -> each(a, b, (x, y) -> Math.floor(x / y), at);
                case MOD -> each(a, b, (x, y) -> x - Math.floor(x / y) * y, at);
                case AND, OR, XOR, LEFT, RIGHT -> null;
            };
        } catch (DiagnosticException e) {
            throw at.fault(Fault.VALUE, e.diagnostics().getFirst().message(), "");
        }
    }

    private static ArrayValue made(Tile tile) {
        return new ArrayValue(tile.toNdArray());
    }

    private static ArrayValue divided(NdArray a, NdArray b) {
        return a.dtype().isFloat()
                ? made(TileMath.div(Tile.of(a), Tile.of(b)))
                : made(TileMath.div(Tile.of(a.cast(DType.F64)), Tile.of(b.cast(DType.F64))));
    }

    private static ArrayValue each(NdArray a, NdArray b, DoubleBinaryOperator function, Place at) {
        Shape shape = a.shape()
                .broadcast(b.shape())
                .orElseThrow(() -> at.fault(
                        Fault.VALUE,
                        "arrays of shapes " + a.shape() + " and " + b.shape() + " cannot be combined",
                        ""));
        NdArray x = a.broadcastTo(shape);
        NdArray y = b.broadcastTo(shape);
        NdArray result = NdArray.zeros(a.dtype(), shape);
        for (long i = 0; i < shape.elements(); i++) {
            result.setDoubleAt(i, function.applyAsDouble(x.getDoubleAt(i), y.getDoubleAt(i)));
        }
        return new ArrayValue(result);
    }

    @Override
    public @Nullable Object compare(Relation relation, Object left, Object right, Place at) {
        if (relation.ordinal() > Relation.NE.ordinal() || !isOperand(left) || !isOperand(right)) {
            return null;
        }
        DType dtype = common(left, right);
        NdArray a = Arrays.of(left, Optional.of(dtype), at);
        NdArray b = Arrays.of(right, Optional.of(dtype), at);
        try {
            return made(TileMath.compare(Comparison.valueOf(relation.name()), Tile.of(a), Tile.of(b)));
        } catch (DiagnosticException e) {
            throw at.fault(Fault.VALUE, e.diagnostics().getFirst().message(), "");
        }
    }

    private static boolean isOperand(Object value) {
        return value instanceof ArrayValue || Values.isNumber(value);
    }

    /// The type of a result: a number takes the type of the array, unless it needs a floating-point one.
    private static DType common(Object left, Object right) {
        Optional<DType> a = left instanceof ArrayValue array ? Optional.of(array.array.dtype()) : Optional.empty();
        Optional<DType> b = right instanceof ArrayValue array ? Optional.of(array.array.dtype()) : Optional.empty();
        if (a.isPresent() && b.isPresent()) {
            return common(a.get(), b.get());
        }
        DType known = a.or(() -> b).orElseThrow();
        Object number = a.isPresent() ? right : left;
        return number instanceof Double && !known.isFloat() ? DType.F64 : known == DType.BOOL ? DType.I64 : known;
    }

    private static DType common(DType a, DType b) {
        if (a == b) {
            return a;
        }
        if (a.isFloat() != b.isFloat()) {
            return a.isFloat() ? a : b;
        }
        if (a.bits() == b.bits()) {
            return a.isFloat() ? DType.F32 : DType.I64;
        }
        return a.bits() > b.bits() ? a : b;
    }

    @Override
    public String toString() {
        return array.toString();
    }
}

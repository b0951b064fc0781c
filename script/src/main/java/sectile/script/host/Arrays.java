package sectile.script.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.python.value.Fault;
import sectile.python.value.ListValue;
import sectile.python.value.Sequence;
import sectile.python.value.Values;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// Arrays of the host, made of values of a program and back.
final class Arrays {
    private Arrays() {}

    /// A number, nested sequences of numbers, an array or a tensor as an array.
    ///
    /// @param dtype what it becomes; what it is, f64 or i64 if not given
    static NdArray of(Object value, Optional<DType> dtype, Place at) {
        NdArray array = switch (value) {
            case ArrayValue known -> known.array();
            case TensorValue tensor -> tensor.tensor().toHost();
            default -> nested(value, at);
        };
        return dtype.isEmpty() || dtype.get() == array.dtype() ? array : array.cast(dtype.get());
    }

    private static NdArray nested(Object value, Place at) {
        List<Long> extents = new ArrayList<>();
        for (Object inner = value; inner instanceof Sequence sequence; ) {
            extents.add((long) sequence.size());
            inner = sequence.size() == 0 ? 0L : sequence.at(0);
            if (inner instanceof ArrayValue row) {
                extents.addAll(row.array().shape().toList());
                inner = 0.0;
            }
        }
        List<Object> elements = new ArrayList<>();
        collect(value, 0, extents, elements, at);
        boolean floating = elements.stream().anyMatch(Double.class::isInstance);
        DType dtype = floating ? DType.F64 : DType.I64;
        NdArray array = NdArray.zeros(dtype, Shape.of(extents));
        for (int i = 0; i < elements.size(); i++) {
            if (floating) {
                array.setDoubleAt(i, Values.toDouble(elements.get(i), at));
            } else {
                array.setLongAt(i, elements.get(i) instanceof Boolean truth ? truth ? 1 : 0 : (Long) elements.get(i));
            }
        }
        return array;
    }

    private static void collect(Object value, int depth, List<Long> extents, List<Object> into, Place at) {
        if (depth == extents.size()) {
            if (!(value instanceof Long || value instanceof Double || value instanceof Boolean)) {
                throw Problems.at(
                        at.span(),
                        TextCode.HOST_ARGUMENT,
                        "an array is made of numbers, not " + Problems.kind(value),
                        "");
            }
            into.add(value);
            return;
        }
        Sequence values = switch (value) {
            case ArrayValue row -> row.elements(at);
            case Sequence sequence -> sequence;
            default -> throw uneven(at);
        };
        if (values.size() != extents.get(depth)) {
            throw uneven(at);
        }
        for (int i = 0; i < values.size(); i++) {
            collect(values.at(i), depth + 1, extents, into, at);
        }
    }

    private static RuntimeException uneven(Place at) {
        return at.fault(Fault.VALUE, "the rows of an array have different lengths", "");
    }

    /// One element as a number of Python.
    static Object item(NdArray array, long position) {
        if (array.dtype() == DType.BOOL) {
            return array.getLongAt(position) != 0;
        }
        return array.dtype().isFloat() ? (Object) array.getDoubleAt(position) : array.getLongAt(position);
    }

    /// Nested lists of numbers; a number for an array without axes.
    static Object toList(NdArray array) {
        if (array.shape().rank() == 0) {
            return item(array, 0);
        }
        Object[] rows = new Object[(int) array.shape().dim(0)];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = toList(array.select(0, i));
        }
        return new ListValue(rows);
    }
}

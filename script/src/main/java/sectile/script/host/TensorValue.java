package sectile.script.host;

import java.util.Optional;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;
import sectile.python.value.DictValue;
import sectile.python.value.Fault;
import sectile.python.value.ListValue;
import sectile.python.value.None;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// A tensor on the machine. Reading and writing its elements takes simulated time.
///
/// @param name for messages and reports; empty if it has none
record TensorValue(DeviceTensor tensor, String name) implements HostValue {
    private static final Members<TensorValue> MEMBERS = members();

    private static Members<TensorValue> members() {
        return new Members<TensorValue>("a tensor")
                .attribute("shape", value -> ArrayMembers.shape(value.tensor.shape()))
                .attribute("dtype", value -> value.tensor.dtype().text())
                .attribute("ndim", value -> (long) value.tensor.shape().rank())
                .attribute("nbytes", TensorValue::bytes)
                .attribute("name", value -> value.name)
                .attribute("device", value -> (long) value.tensor.sip())
                .attribute("va_base", value -> value.tensor.virtualBase())
                .attribute("shards", TensorValue::shards)
                .method("data_ptr", "", (value, a) -> value.tensor.virtualBase())
                .method("numel", "", (value, a) -> value.tensor.shape().elements())
                .method("size", "dim=None", TensorValue::size)
                .method("numpy", "", (value, a) -> new ArrayValue(value.tensor.toHost()))
                .method("cpu", "", (value, a) -> new ArrayValue(value.tensor.toHost()))
                .method("tolist", "", (value, a) -> Arrays.toList(value.tensor.toHost()))
                .method("item", "", (value, a) -> value.item(a))
                .method("copy_", "src", TensorValue::copy)
                .method("fill_", "value", TensorValue::fill)
                .method("zero_", "", (value, a) -> {
                    value.tensor.fill(0);
                    return value;
                })
                .method("free", "", (value, a) -> {
                    value.tensor.free();
                    return None.NONE;
                });
    }

    @Override
    public String kind() {
        return "a tensor";
    }

    @Override
    public Object member(String member, Place at) {
        return MEMBERS.of(this, member, at);
    }

    private long bytes() {
        return tensor.dtype().bytesFor(tensor.shape().elements());
    }

    private Object size(Bound a) {
        if (!a.has("dim")) {
            return ArrayMembers.shape(tensor.shape());
        }
        int rank = tensor.shape().rank();
        int axis = a.count("dim") < 0 ? a.count("dim") + rank : a.count("dim");
        if (axis < 0 || axis >= rank) {
            throw Problems.at(
                    a.span("dim"), TextCode.HOST_ARGUMENT, "a tensor of " + rank + " axes has no axis " + axis, "");
        }
        return tensor.shape().dim(axis);
    }

    private Object item(Bound a) {
        if (tensor.shape().elements() != 1) {
            throw Problems.at(
                    a.span(),
                    TextCode.HOST_ARGUMENT,
                    "item() of a tensor of " + tensor.shape().elements() + " elements",
                    "");
        }
        return Arrays.item(tensor.toHost().reshape(Shape.scalar()), 0);
    }

    private Object copy(Bound a) {
        NdArray values = Arrays.of(a.value("src"), Optional.of(tensor.dtype()), Place.at(a.span("src")));
        if (!values.shape().equals(tensor.shape())) {
            throw Problems.at(
                    a.span("src"),
                    TextCode.ARRAY_SHAPE,
                    "an array of shape " + values.shape() + " cannot be copied into a tensor of shape "
                            + tensor.shape(),
                    "the shapes must be equal");
        }
        tensor.copyFrom(values);
        return this;
    }

    private Object fill(Bound a) {
        tensor.fill(a.number("value"));
        return this;
    }

    /// Where each part lies; its offset is the position of its first element in the tensor.
    private ListValue shards() {
        Place nowhere = Place.at(sectile.base.diag.Span.none());
        return new ListValue(tensor.shards().stream()
                .map(shard -> {
                    DictValue fields = new DictValue();
                    fields.put("sip", (long) shard.spec().sip(), nowhere);
                    fields.put("cube", (long) shard.spec().cube(), nowhere);
                    fields.put("pe", (long) shard.spec().pe(), nowhere);
                    fields.put("offset_bytes", position(shard), nowhere);
                    fields.put("nbytes", shard.spec().nbytes(), nowhere);
                    return fields;
                })
                .toArray());
    }

    private long position(Shard shard) {
        return shard.spec().positionBytes(tensor.shape(), tensor.dtype());
    }

    @Override
    public Object element(Object index, Place at) {
        Index found = Index.of(index, tensor.shape(), at);
        if (found.isElement()) {
            return Arrays.item(read(found).copy().reshape(Shape.scalar()), 0);
        }
        return new ArrayValue(found.isEmpty() ? NdArray.zeros(tensor.dtype(), found.shape()) : read(found));
    }

    /// A block of a vector or a matrix is read by itself, anything else out of the whole tensor.
    private NdArray read(Index index) {
        if (index.isBlock() && tensor.shape().rank() <= 2 && tensor.shape().rank() > 0) {
            return block(index).reshape(index.shape());
        }
        return index.view(tensor.toHost());
    }

    private NdArray block(Index index) {
        Index.Axis first = index.axes().getFirst();
        if (index.axes().size() == 1) {
            return tensor.readRange(first.from(), first.count());
        }
        Index.Axis second = index.axes().get(1);
        return tensor.readSlice(first.from(), first.count(), second.from(), second.count());
    }

    @Override
    public void assign(Object index, Object element, Place at) {
        Index found = Index.of(index, tensor.shape(), at);
        NdArray values = ArrayValue.fitting(Arrays.of(element, Optional.of(tensor.dtype()), at), found.shape(), at)
                .contiguous();
        if (found.isEmpty()) {
            return;
        }
        Index.Axis first = found.axes().isEmpty()
                ? new Index.Axis(0, 1, 1, true)
                : found.axes().getFirst();
        if (found.isBlock() && found.axes().size() == 1) {
            tensor.writeRange(first.from(), values.reshape(Shape.of(first.count())));
        } else if (found.isBlock() && found.axes().size() == 2) {
            Index.Axis second = found.axes().get(1);
            tensor.writeSlice(first.from(), second.from(), values.reshape(Shape.of(first.count(), second.count())));
        } else {
            NdArray whole = tensor.toHost();
            found.view(whole).assign(values);
            tensor.copyFrom(whole);
        }
    }

    @Override
    public sectile.python.value.Sequence elements(Place at) {
        return new ArrayValue(tensor.toHost()).elements(at);
    }

    @Override
    public @org.jspecify.annotations.Nullable Object binary(
            sectile.python.operator.Operator operator, Object left, Object right, Place at) {
        throw at.fault(
                Fault.TYPE,
                "`" + operator.text() + "` does not apply to tensors",
                "launch a kernel, or compute on the host with tensor.numpy()");
    }

    @Override
    public String toString() {
        return "tensor(" + tensor + ")";
    }
}

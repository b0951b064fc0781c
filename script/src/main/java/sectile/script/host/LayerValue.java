package sectile.script.host;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import sectile.dist.tensor.DeviceTensor;
import sectile.python.value.None;
import sectile.script.code.Callable;
import sectile.script.code.Given;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;

/// A layer of a model that is spread over ranks; calling it computes.
///
/// @param path of the row that made it
record LayerValue(
        String path,
        DeviceTensor weight,
        Optional<DeviceTensor> bias,
        UnaryOperator<DeviceTensor> forward,
        Supplier<Object> free)
        implements HostValue, Callable {
    private static final Members<LayerValue> MEMBERS = new Members<LayerValue>("a layer")
            .attribute("weight", value -> new TensorValue(value.weight, "weight"))
            .attribute(
                    "bias",
                    value -> value.bias
                            .<Object>map(tensor -> new TensorValue(tensor, "bias"))
                            .orElse(None.NONE))
            .method("forward", "input", LayerValue::apply)
            .method("free", "", (value, a) -> value.free.get());

    private Object apply(Bound a) {
        return new TensorValue(forward.apply(a.tensor("input")), "");
    }

    @Override
    public String kind() {
        return "a layer";
    }

    @Override
    public Object member(String name, Place at) {
        return MEMBERS.of(this, name, at);
    }

    @Override
    public Object call(Given given) {
        return Row.of(path, "input", this::apply).call(given);
    }
}

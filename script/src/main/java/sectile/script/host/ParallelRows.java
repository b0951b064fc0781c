package sectile.script.host;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.dist.local.Activation;
import sectile.dist.parallel.ColumnParallelLinear;
import sectile.dist.parallel.RowParallelLinear;
import sectile.dist.parallel.TensorParallel;
import sectile.dist.parallel.Weights;
import sectile.dist.tensor.DeviceTensor;
import sectile.python.value.None;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// `tp.…`: models spread over ranks.
final class ParallelRows {
    private static final String LAYER = "dtype='f16', weight=None, bias_value=None, seed=0, torch=None";

    private final Session session;

    ParallelRows(Session session) {
        this.session = session;
    }

    List<Row> all() {
        return List.of(
                Row.action("tp.initialize_model_parallel", "tensor_model_parallel_size=None, torch=None", a -> {
                    int world = session.cluster().distributed().worldSize();
                    session.cluster()
                            .distributed()
                            .initializeModelParallel(
                                    a.has("tensor_model_parallel_size")
                                            ? a.count("tensor_model_parallel_size")
                                            : world);
                }),
                Row.action(
                        "tp.destroy_model_parallel",
                        "",
                        a -> session.cluster().distributed().destroyModelParallel()),
                Row.of("tp.get_tensor_model_parallel_rank", "", a -> (long) tp().rank()),
                Row.of("tp.get_tensor_model_parallel_world_size", "", a -> (long) tp().size()),
                Row.of(
                        "tp.ColumnParallelLinear",
                        "in_features, out_features, bias=False, gather_output=False, activation='none', " + LAYER,
                        this::column),
                Row.of(
                        "tp.RowParallelLinear",
                        "in_features, out_features, bias=False, input_is_parallel=True, " + LAYER,
                        this::row),
                region("copy_to_tp_region", TensorParallel::copyToTpRegion),
                region("reduce_from_tp_region", TensorParallel::reduceFromTpRegion),
                region("scatter_to_tp_region", TensorParallel::scatterToTpRegion),
                region("gather_from_tp_region", TensorParallel::gatherFromTpRegion));
    }

    private TensorParallel tp() {
        return new TensorParallel(session.cluster());
    }

    private Row region(String name, BiFunction<TensorParallel, DeviceTensor, DeviceTensor> function) {
        return Row.of("tp." + name, "tensor, torch=None", a -> {
            TensorValue made = new TensorValue(function.apply(tp(), a.tensor("tensor")), "");
            session.collectiveDone();
            return made;
        });
    }

    private Object column(Bound a) {
        ColumnParallelLinear.Options options =
                ColumnParallelLinear.Options.of(a.dtype("dtype")).with(activation(a));
        options = a.flag("bias") ? options.withBias() : options;
        options = a.flag("gather_output") ? options.gatheringOutput() : options;
        var layer = new ColumnParallelLinear(
                tp(), a.integer("in_features"), a.integer("out_features"), options, weights(a));
        return new LayerValue(
                "ColumnParallelLinear", layer.weight(), layer.bias(), input -> counted(layer.forward(input)), () -> {
                    layer.free();
                    return None.NONE;
                });
    }

    private Object row(Bound a) {
        RowParallelLinear.Options options = RowParallelLinear.Options.of(a.dtype("dtype"));
        options = a.flag("bias") ? options.withBias() : options;
        options = a.flag("input_is_parallel") ? options : options.scatteringInput();
        var layer =
                new RowParallelLinear(tp(), a.integer("in_features"), a.integer("out_features"), options, weights(a));
        return new LayerValue(
                "RowParallelLinear", layer.weight(), layer.bias(), input -> counted(layer.forward(input)), () -> {
                    layer.free();
                    return None.NONE;
                });
    }

    private DeviceTensor counted(DeviceTensor result) {
        session.collectiveDone();
        return result;
    }

    private static Activation activation(Bound a) {
        String word = a.word("activation", List.of("none", "relu", "silu", "gelu"));
        return Activation.valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }

    /// The whole matrix if it is given, else numbers made of a seed.
    private static Weights weights(Bound a) {
        if (!a.has("weight")) {
            return Weights.seeded(a.integer("seed"));
        }
        NdArray weight = array(a, "weight");
        if (!a.flag("bias")) {
            return Weights.of(weight);
        }
        if (!a.has("bias_value")) {
            throw Problems.at(a.span(), TextCode.HOST_CALL, "a layer with a weight and a bias needs `bias_value`", "");
        }
        return Weights.of(weight, array(a, "bias_value"));
    }

    private static NdArray array(Bound a, String name) {
        return Arrays.of(a.value(name), Optional.of(DType.F32), Place.at(a.span(name)));
    }
}

package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import sectile.base.array.DType;
import sectile.cli.command.Values;
import sectile.cli.run.DTypeValue;
import sectile.dist.local.Activation;

/// What every tensor-parallel model takes: ranks, how many of them share it, and what it computes with.
final class ModelOptions {
    @ParametersDelegate
    private final RankOption ranks = new RankOption();

    @Parameter(
            names = "--tp",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many ranks share a model, a divisor of the ranks; all of them if not given")
    private int tp;

    @Parameter(
            names = "--hidden",
            placeholder = "N",
            converter = Values.Count.class,
            description = "the width of input and output; 256 if not given")
    private int hidden = 256;

    @Parameter(
            names = "--ffn",
            placeholder = "N",
            converter = Values.Count.class,
            description = "the inner width of the MLP; four times --hidden if not given")
    private int ffn;

    @Parameter(
            names = "--dtype",
            placeholder = "f16|bf16|f32",
            converter = DTypeValue.class,
            description = "the element type; f16 if not given")
    private DType dtype = DType.F16;

    @Parameter(
            names = "--activation",
            placeholder = "none|relu|silu|gelu",
            converter = ActivationValue.class,
            description = "between the layers of the MLP; gelu if not given")
    private Activation activation = Activation.GELU;

    List<String> settings() {
        return ranks.settings();
    }

    int tp() {
        return tp;
    }

    int hidden() {
        return hidden;
    }

    int ffn() {
        return ffn == 0 ? Math.multiplyExact(4, hidden) : ffn;
    }

    DType dtype() {
        return dtype;
    }

    Activation activation() {
        return activation;
    }
}

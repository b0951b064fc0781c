package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.run.SpaceValue;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.workload.CollectiveWorkload;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.kernel.Space;

/// What a collective takes: how much of what, by which algorithm, on how many ranks.
public final class CollectiveOptions {
    @ParametersDelegate
    private final RankOption ranks = new RankOption();

    @ParametersDelegate
    private final ElementOptions elementOptions = new ElementOptions();

    @Parameter(
            names = "--algorithm",
            placeholder = "NAME|FILE.py",
            description = "an algorithm of the ccl.yaml, auto, or a file like ring.py; its default if not given")
    private @Nullable String algorithm;

    @Parameter(
            names = "--elements",
            placeholder = "N",
            converter = Values.Count.class,
            description =
                    "per participating PE, or per rank where PEs share an array; the algorithm's n_elem or 1024 if not given")
    private int elements;

    @Parameter(
            names = "--buffer",
            placeholder = "tcm|hbm|sram",
            converter = SpaceValue.class,
            description = "the memory that holds the queues, instead of the ccl.yaml's")
    private @Nullable Space buffer;

    /// The settings of the topology that `--ranks` represents.
    List<String> settings() {
        return ranks.settings();
    }

    /// The files that are read.
    List<Path> inputs() {
        return elementOptions.inputs(algorithms());
    }

    private List<String> algorithms() {
        return algorithm == null ? List.of() : List.of(algorithm);
    }

    /// What was asked for.
    CollectiveWorkload workload(Collective collective, Invocation call) {
        TextAlgorithms texts = elementOptions.texts(algorithms(), call);
        return workload(collective, config(collective, texts.config()), texts, call);
    }

    /// The same where no algorithm and no number of elements was asked for.
    CollectiveWorkload workload(Collective collective, String usualAlgorithm, int usualElements, Invocation call) {
        TextAlgorithms texts = elementOptions.texts(algorithms(), call);
        CollectiveWorkload asked = workload(collective, texts.config().with(collective, usualAlgorithm), texts, call);
        return new CollectiveWorkload(
                collective, usualElements, asked.dtype(), asked.op(), asked.config(), asked.registries());
    }

    private CollectiveWorkload workload(
            Collective collective, CclConfig config, TextAlgorithms texts, Invocation call) {
        ranks.check(config, collective, call);
        String chosen = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        int usual = chosen.equals(CclConfig.AUTO)
                ? 1024
                : config.algorithm(chosen).elements().orElse(1024);
        return new CollectiveWorkload(
                collective,
                elements == 0 ? usual : elements,
                elementOptions.dtype(DType.F16),
                elementOptions.op(config, chosen),
                config,
                texts.registries());
    }

    private CclConfig config(Collective collective, CclConfig read) {
        CclConfig config = read;
        if (algorithm != null) {
            config = config.with(collective, TextAlgorithms.name(algorithm));
        }
        String chosen = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        if (buffer != null && !chosen.equals(CclConfig.AUTO)) {
            AlgorithmSettings settings = config.algorithm(chosen);
            config = config.with(settings.with(settings.queues().in(buffer)));
        }
        return config;
    }
}

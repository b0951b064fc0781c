package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.diag.SourceFile;
import sectile.cli.command.Values;
import sectile.cli.run.DTypeValue;
import sectile.cli.run.SpaceValue;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.kernel.Space;

/// What a collective takes: how much of what, by which algorithm, on how many ranks.
public final class CollectiveOptions {
    @Parameter(
            names = "--algorithm",
            placeholder = "NAME",
            description = "an algorithm of the ccl.yaml, or auto; its default if not given")
    private @Nullable String algorithm;

    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "as many SIPs, one rank each; as many as the topology has if not given")
    private int ranks;

    @Parameter(
            names = "--elements",
            placeholder = "N",
            converter = Values.Count.class,
            description = "per participating PE; the algorithm's n_elem or 1024 if not given")
    private int elements;

    @Parameter(
            names = "--dtype",
            placeholder = "TYPE",
            converter = DTypeValue.class,
            description = "f16, bf16, f32 or i32; f16 if not given")
    private DType dtype = DType.F16;

    @Parameter(
            names = "--op",
            placeholder = "sum|max|min|prod",
            converter = ReduceOpValue.class,
            description = "how elements are combined; sum if not given")
    private ReduceOp op = ReduceOp.SUM;

    @Parameter(
            names = "--buffer",
            placeholder = "tcm|hbm|sram",
            converter = SpaceValue.class,
            description = "the memory that holds the queues, instead of the ccl.yaml's")
    private @Nullable Space buffer;

    @Parameter(
            names = "--ccl",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "a ccl.yaml on top of the built-in one")
    private @Nullable Path ccl;

    /// The settings of the topology that `--ranks` stands for.
    List<String> settings() {
        return ranks == 0 ? List.of() : List.of("system.sips.count=" + ranks);
    }

    /// What was asked for.
    CollectiveWorkload workload(Collective collective) throws IOException {
        CclConfig config = config(collective);
        String chosen = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        int usual = chosen.equals(CclConfig.AUTO)
                ? 1024
                : config.algorithm(chosen).elements().orElse(1024);
        return new CollectiveWorkload(collective, elements == 0 ? usual : elements, dtype, op, config);
    }

    private CclConfig config(Collective collective) throws IOException {
        CclConfig config = config(Optional.ofNullable(ccl));
        if (algorithm != null) {
            config = config.with(collective, algorithm);
        }
        String chosen = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        if (buffer != null && !chosen.equals(CclConfig.AUTO)) {
            AlgorithmSettings settings = config.algorithm(chosen);
            config = config.with(settings.with(settings.queues().in(buffer)));
        }
        return config;
    }

    /// The built-in configuration, or a file on top of it.
    static CclConfig config(Optional<Path> file) throws IOException {
        return file.isEmpty()
                ? CclConfig.builtin()
                : CclConfig.load(new SourceFile(file.get().toString(), Files.readString(file.get())));
    }
}

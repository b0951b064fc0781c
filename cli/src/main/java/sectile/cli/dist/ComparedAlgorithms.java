package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.workload.CollectiveWorkload;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.workload.Workload;

/// What algorithms of collectives take in a verb that runs several of them.
public final class ComparedAlgorithms {
    private static final int ELEMENTS = 1024;

    @ParametersDelegate
    private final RankOption ranks = new RankOption();

    @ParametersDelegate
    private final ElementOptions elements = new ElementOptions();

    @Parameter(
            names = "--collective",
            placeholder = "NAME",
            description = "what algorithms do: allreduce, allgather, reducescatter, broadcast, reduce, alltoall …;"
                    + " allreduce if not given")
    private String collective = "allreduce";

    /// The settings of the topology that `--ranks` represents.
    public List<String> settings() {
        return ranks.settings();
    }

    public DType dtype() {
        return elements.dtype(DType.F32);
    }

    /// An algorithm by its name, or one that is a file.
    ///
    /// @param bytes of one rank
    /// @param at where it is named
    public Workload workload(String name, OptionalLong bytes, Span at, Invocation call) {
        Collective kind = Collective.parse(collective)
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                CliCode.NOT_SWEPT,
                                call.spanOf("--collective"),
                                "there is no collective `" + collective + "`")
                        .hint(Nearest.hint(collective, Collective.texts()))));
        TextAlgorithms texts = elements.texts(List.of(name), call);
        String algorithm = TextAlgorithms.name(name);
        CclConfig config = texts.config();
        if (!algorithm.equals(CclConfig.AUTO) && !config.algorithms().containsKey(algorithm)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.NOT_COMPARED, at, "there is no algorithm `" + name + "`, and it is not a file")
                    .hint(Nearest.hint(name, config.algorithms().keySet())));
        }
        config = config.with(kind, algorithm);
        if (kind != Collective.ALL_REDUCE) {
            // What the group installs first must fit any number of ranks.
            config = config.with(Collective.ALL_REDUCE, "ring");
        }
        ranks.check(config, kind, call);
        long count = bytes.isPresent() ? Math.max(1, bytes.getAsLong() / dtype().bytesFor(1)) : ELEMENTS;
        return new CollectiveWorkload(kind, count, dtype(), elements.op(config, algorithm), config, texts.registries());
    }
}

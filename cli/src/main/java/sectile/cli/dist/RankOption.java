package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;

/// `--ranks`: how many SIPs, one rank each.
final class RankOption {
    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "as many SIPs, one rank each; as many as the topology has if not given")
    private int ranks;

    /// The settings of the topology it represents.
    List<String> settings() {
        return ranks == 0 ? List.of() : List.of("system.sips.count=" + ranks);
    }

    /// Refuses a number of ranks other than the one a ccl.yaml asks for: only one of them can be meant.
    void check(CclConfig config, Collective collective, Invocation call) {
        if (ranks != 0) {
            check(ranks, config, collective, call);
        }
    }

    /// The same for one of several numbers.
    static void check(int given, CclConfig config, Collective collective, Invocation call) {
        int asked = config.ranks(collective).orElse(given);
        if (asked != given) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.RANKS_DIFFER,
                            call.spanOf("--ranks"),
                            "--ranks says " + given + ", but `world_size` in the ccl.yaml says " + asked)
                    .hint("leave one of them out"));
        }
    }
}

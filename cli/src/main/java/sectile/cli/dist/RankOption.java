package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import java.util.List;
import sectile.cli.command.Values;

/// `--ranks`: how many SIPs, one rank each.
final class RankOption {
    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "as many SIPs, one rank each; as many as the topology has if not given")
    private int ranks;

    /// The settings of the topology it stands for.
    List<String> settings() {
        return ranks == 0 ? List.of() : List.of("system.sips.count=" + ranks);
    }
}

package sectile.cli.whatif;

import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.base.yaml.YamlMap;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;

/// `--what-if`
public final class WhatIfOptions {
    private static final String AUTO = "auto";

    @Parameter(
            names = "--what-if",
            placeholder = "PATH=VALUE|PATH=2x|auto",
            splitter = Values.Unsplit.class,
            description = "run again on a machine with this change, and show the difference; auto doubles every speed"
                    + " on the critical path in turn; may be repeated")
    private List<String> wanted = new ArrayList<>();

    public boolean isGiven() {
        return !wanted.isEmpty();
    }

    /// Whether the changes are tried one after the other and ranked.
    public boolean isRanked() {
        return wanted.contains(AUTO);
    }

    /// What to change, in order.
    ///
    /// @param onPath the components and links of the topology that work on the critical path
    public List<Change> changes(YamlMap machine, Set<String> onPath, Invocation call) {
        var changes = new Changes(machine);
        List<Span> spans = call.spansOf("--what-if");
        List<Change> all = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            String text = wanted.get(i);
            if (text.equals(AUTO)) {
                all.addAll(changes.faster(onPath, spans.get(i)));
            } else {
                all.add(changes.parse(text, spans.get(i)));
            }
        }
        return all;
    }
}

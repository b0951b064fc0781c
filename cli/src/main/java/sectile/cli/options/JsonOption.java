package sectile.cli.options;

import com.beust.jcommander.Parameter;

/// `--json`: the verb answers with one JSON document, see [sectile.cli.command.Console#document].
public final class JsonOption {
    @Parameter(names = "--json", description = "answer with one JSON document")
    private boolean wanted;

    public boolean wanted() {
        return wanted;
    }
}

package sectile.cli;

import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;

/// `sectile version`
final class VersionCommand implements Command {
    @Override
    public String name() {
        return "version";
    }

    @Override
    public String summary() {
        return "prints the version of Sectile and of the Java that runs it";
    }

    @Override
    public boolean isLimited() {
        return false;
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("version", "the same as sectile --version"));
    }

    @Override
    public ExitCode run(Invocation call) {
        call.console().print(Version.text() + "\n");
        return ExitCode.OK;
    }
}

package sectile.cli;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;

/// `sectile help`
final class HelpCommand implements Command {
    private final Verbs verbs;

    HelpCommand(Verbs verbs) {
        this.verbs = verbs;
    }

    @Override
    public String name() {
        return "help";
    }

    @Override
    public String summary() {
        return "explains a verb, or lists them all";
    }

    @Override
    public Operands operands() {
        return Operands.any("[VERB]");
    }

    @Override
    public boolean isLimited() {
        return false;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("help", "lists all verbs"),
                new Example("help doctor", "the same as sectile doctor --help"));
    }

    @Override
    public ExitCode run(Invocation call) {
        Optional<Command> named = verbs.named(String.join(" ", call.operands()));
        if (named.isPresent()) {
            call.console()
                    .print(Overview.of(
                            new Target.Verb(named.get(), call.operands().size()), verbs));
            return ExitCode.OK;
        }
        Target target = verbs.find(call.operands(), call.spansOfOperands());
        if (target instanceof Target.Verb(Command command, int words)
                && words < call.operands().size()) {
            throw new DiagnosticException(verbs.unknownAfter(command, words, call));
        }
        call.console().print(Overview.of(target, verbs));
        return ExitCode.OK;
    }
}

package sectile.cli.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.problem.CliCode;

/// `sectile completion`
public final class CompletionCommand implements Command {
    private final Supplier<List<Command>> commands;
    private final Supplier<Map<String, List<String>>> known;

    /// @param commands all verbs
    /// @param known the words of placeholders whose values have names
    public CompletionCommand(Supplier<List<Command>> commands, Supplier<Map<String, List<String>>> known) {
        this.commands = commands;
        this.known = known;
    }

    @Override
    public String name() {
        return "completion";
    }

    @Override
    public String summary() {
        return "prints a script that completes verbs and options in bash, zsh or fish";
    }

    @Override
    public String description() {
        return """
            bash: add `source <(sectile completion bash)` to ~/.bashrc.
            zsh:  add `source <(sectile completion zsh)` to ~/.zshrc, after compinit.
            fish: run `sectile completion fish > ~/.config/fish/completions/sectile.fish`.
            The script completes `sectile` and `./sectile`. Print it again after an update.\
            """;
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, String.join("|", Script.shells()));
    }

    @Override
    public boolean isLimited() {
        return false;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("completion bash", "the script for bash"),
                new Example("completion fish", "the script for fish"));
    }

    @Override
    public ExitCode run(Invocation call) {
        String shell = call.operand(0);
        Script script = Arrays.stream(Script.values())
                .filter(each -> each.shell().equals(shell))
                .findFirst()
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                CliCode.UNKNOWN_SHELL,
                                call.spanOfOperand(0),
                                "there is no completion for the shell `" + shell + "`")
                        .hint(Nearest.hint(shell, Script.shells()))));
        call.console().print(script.text(Grammar.of(commands.get(), known.get())));
        return ExitCode.OK;
    }
}

package sectile.cli.lang;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.Pass;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.verify.Property;

/// `sectile passes`
public final class PassesCommand implements Command {
    @Override
    public String name() {
        return "passes";
    }

    @Override
    public String summary() {
        return "lists the passes of the compiler and its targets, or explains one pass";
    }

    @Override
    public String description() {
        return "Passes are listed in the order in which they run. docs/passes has a page for each.";
    }

    @Override
    public Operands operands() {
        return Operands.optional("[PASS]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("passes", "the list"),
                new Example("passes ConvertToSSA", "what one requires and produces"));
    }

    @Override
    public ExitCode run(Invocation call) {
        var text = new StringBuilder();
        if (call.operands().isEmpty()) {
            List<Pass> passes = Pipelines.named(Pipelines.FULL);
            int width = passes.stream().mapToInt(p -> p.name().length()).max().orElse(0);
            for (Pass pass : passes) {
                text.append(pass.name())
                        .append(" ".repeat(width + 2 - pass.name().length()))
                        .append(pass.summary())
                        .append('\n');
            }
            text.append("\nTargets\n");
            for (Target target : Targets.all()) {
                text.append(target.name())
                        .append(" ".repeat(Math.max(1, width + 2 - target.name().length())))
                        .append(target.summary())
                        .append('\n');
            }
        } else {
            Pass pass = PassNames.find(call.operand(0), call.spanOfOperand(0));
            text.append(pass.name()).append("\n\n").append(pass.summary()).append("\n\n");
            text.append("requires:    ").append(names(pass.requires())).append('\n');
            text.append("produces:    ").append(names(pass.produces())).append('\n');
            text.append("invalidates: ").append(names(pass.invalidates())).append('\n');
            text.append("page:        docs/passes/").append(pass.name()).append(".md\n");
        }
        call.console().print(text.toString());
        return ExitCode.OK;
    }

    private static String names(Set<Property> properties) {
        return properties.isEmpty()
                ? "nothing"
                : properties.stream().sorted().map(Enum::name).collect(Collectors.joining(", "));
    }
}

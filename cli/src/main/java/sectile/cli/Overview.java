package sectile.cli;

import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.HelpText;
import sectile.cli.command.HelpText.Row;

/// Help that spans several verbs.
final class Overview {
    private Overview() {}

    /// The help on whatever the words of a user named.
    static String of(Target target, Verbs verbs) {
        return switch (target) {
            case Target.Verb verb -> HelpText.of(verb.command());
            case Target.Group group -> ofGroup(group);
            case Target.Program() ->
                """
                Sectile: tile kernels, the simulated machine they run on, and what they cost there.

                usage: sectile VERB [OPTION...]

                """ + table(verbs.listed()) + "\nsectile help VERB explains one of them, with examples.\n";
        };
    }

    private static String ofGroup(Target.Group group) {
        return "usage: sectile " + group.word() + " VERB [OPTION...]\n\n" + table(group.members()) + "\nsectile help "
                + group.word() + " VERB explains one of them.\n";
    }

    private static String table(List<Command> commands) {
        return HelpText.table(commands.stream()
                .map(command -> new Row(command.name(), command.summary()))
                .toList());
    }
}

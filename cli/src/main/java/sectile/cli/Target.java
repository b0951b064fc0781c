package sectile.cli;

import java.util.List;
import sectile.cli.command.Command;

/// What the first words of a command line name.
sealed interface Target {
    /// A verb, and how many words its name took.
    record Verb(Command command, int words) implements Target {}

    /// The first word of several verbs, such as `topology`.
    record Group(String word, List<Command> members) implements Target {}

    /// No verb at all.
    record Program() implements Target {}
}

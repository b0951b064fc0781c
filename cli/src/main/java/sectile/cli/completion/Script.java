package sectile.cli.completion;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// The shells, each with how to print its script.
enum Script {
    BASH("bash", BashScript::of),
    ZSH("zsh", ZshScript::of),
    FISH("fish", FishScript::of);

    private final String shell;
    private final Function<Grammar, String> print;

    Script(String shell, Function<Grammar, String> print) {
        this.shell = shell;
        this.print = print;
    }

    String shell() {
        return shell;
    }

    String text(Grammar grammar) {
        return print.apply(grammar);
    }

    static List<String> shells() {
        return Arrays.stream(values()).map(Script::shell).toList();
    }

    /// A word that every shell takes literally.
    static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

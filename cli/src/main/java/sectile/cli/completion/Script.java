package sectile.cli.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The shells, each with how to print its script.
enum Script {
    BASH,
    ZSH,
    FISH;

    String shell() {
        return name().toLowerCase(Locale.ROOT);
    }

    String text(Grammar grammar) {
        return switch (this) {
            case BASH -> BashScript.of(grammar);
            case ZSH -> ZshScript.of(grammar);
            case FISH -> FishScript.of(grammar);
        };
    }

    static List<String> shells() {
        return Arrays.stream(values()).map(Script::shell).toList();
    }

    /// A word that every shell takes literally.
    static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

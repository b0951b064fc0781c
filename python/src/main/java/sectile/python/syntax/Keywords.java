package sectile.python.syntax;

import java.util.Set;

/// Words that cannot be names.
public final class Keywords {
    private static final Set<String> RESERVED = Set.of(
            "False",
            "None",
            "True",
            "and",
            "as",
            "assert",
            "async",
            "await",
            "break",
            "class",
            "continue",
            "def",
            "del",
            "elif",
            "else",
            "except",
            "finally",
            "for",
            "from",
            "global",
            "if",
            "import",
            "in",
            "is",
            "lambda",
            "nonlocal",
            "not",
            "or",
            "pass",
            "raise",
            "return",
            "try",
            "while",
            "with",
            "yield");

    private Keywords() {}

    /// All of them.
    public static Set<String> reserved() {
        return RESERVED;
    }

    static boolean isReserved(String word) {
        return RESERVED.contains(word);
    }
}

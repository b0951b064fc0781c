package sectile.runtime.c;

/// Lines of C, indented by braces.
final class Code {
    private final StringBuilder text = new StringBuilder();
    private int depth = 1;
    private int names;

    void line(String line) {
        if (line.startsWith("}")) {
            depth--;
        }
        text.append("  ".repeat(Math.max(0, depth))).append(line).append('\n');
        if (line.endsWith("{")) {
            depth++;
        }
    }

    /// A name for a C variable that no other one in this body has.
    String name(String prefix) {
        return prefix + names++;
    }

    /// How much has been written, to find out whether something wrote more.
    int length() {
        return text.length();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

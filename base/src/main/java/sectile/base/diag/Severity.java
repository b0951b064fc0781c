package sectile.base.diag;

/// How grave a [Diagnostic] is. Only an [#ERROR] stops the work.
public enum Severity {
    ERROR("error"),
    WARNING("warning"),
    NOTE("note");

    private final String text;

    Severity(String text) {
        this.text = text;
    }

    /// The lower-case word shown to users.
    public String text() {
        return text;
    }
}

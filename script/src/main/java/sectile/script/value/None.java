package sectile.script.value;

/// Python's `None`.
public enum None {
    NONE;

    @Override
    public String toString() {
        return "None";
    }
}

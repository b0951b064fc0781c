package sectile.python.value;

/// Python's `None`.
public enum None {
    NONE;

    @Override
    public String toString() {
        return "None";
    }
}

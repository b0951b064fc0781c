package sectile.report.perfetto;

/// A node of the tree on the left: a process, or a group inside one.
public final class Track {
    private final long id;
    private final String name;
    private int children;

    Track(long id, String name) {
        this.id = id;
        this.name = name;
    }

    long id() {
        return id;
    }

    public String name() {
        return name;
    }

    /// The place of the next child; children are in the order they were made.
    int nextRank() {
        return children++;
    }
}

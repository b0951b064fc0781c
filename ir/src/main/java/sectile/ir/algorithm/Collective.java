package sectile.ir.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What an algorithm computes.
public enum Collective {
    ALL_REDUCE("allreduce"),
    ALL_GATHER("allgather"),
    REDUCE_SCATTER("reduce_scatter"),
    ALL_TO_ALL("alltoall"),
    BROADCAST("broadcast"),
    REDUCE("reduce"),
    /// Something else: nothing says what the values should be.
    CUSTOM("custom");

    private final String text;

    Collective(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /// `reduce_scatter`, `reducescatter` and `reduce-scatter` are the same.
    public static Optional<Collective> parse(String word) {
        return Arrays.stream(values())
                .filter(c -> plain(c.text).equals(plain(word)))
                .findFirst();
    }

    private static String plain(String word) {
        return word.replace("_", "").replace("-", "").toLowerCase(java.util.Locale.ROOT);
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Collective::text).toList();
    }

    /// Whether every rank has a part of the chunks for every rank.
    boolean divides() {
        return this == ALL_GATHER || this == REDUCE_SCATTER || this == ALL_TO_ALL;
    }

    int inputChunks(int chunks, int ranks) {
        return this == ALL_GATHER ? chunks / ranks : chunks;
    }

    int outputChunks(int chunks, int ranks) {
        return this == REDUCE_SCATTER ? chunks / ranks : chunks;
    }
}

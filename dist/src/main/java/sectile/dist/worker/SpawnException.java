package sectile.dist.worker;

import java.util.Collections;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// At least one rank failed. Holds the reasons by rank; ranks that ended only because another failed are not in it.
public final class SpawnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SequencedMap<Integer, Throwable> causes;

    SpawnException(SequencedMap<Integer, Throwable> causes) {
        super(message(causes), causes.firstEntry().getValue());
        this.causes = Collections.unmodifiableSequencedMap(new TreeMap<>(causes));
    }

    /// What each failing rank failed with, by rank.
    public SequencedMap<Integer, Throwable> causes() {
        return causes;
    }

    private static String message(SequencedMap<Integer, Throwable> causes) {
        return causes.entrySet().stream()
                .map(entry -> "rank " + entry.getKey() + ": " + entry.getValue().getMessage())
                .collect(Collectors.joining("; "));
    }
}

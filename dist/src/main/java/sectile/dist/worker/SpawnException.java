package sectile.dist.worker;

import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;

/// At least one rank failed. Holds the reasons by rank; ranks that ended only because another failed are not in
/// it.
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

    /// What a program that shows user errors should throw on: the diagnostics alone if all ranks failed with
    /// some, each once; else this.
    public RuntimeException forUsers() {
        List<Diagnostic> diagnostics = causes.values().stream()
                .filter(DiagnosticException.class::isInstance)
                .flatMap(cause -> ((DiagnosticException) cause).diagnostics().stream())
                .distinct()
                .toList();
        boolean all = causes.values().stream().allMatch(DiagnosticException.class::isInstance);
        return all ? new DiagnosticException(diagnostics) : this;
    }

    private static String message(SequencedMap<Integer, Throwable> causes) {
        return causes.entrySet().stream()
                .map(entry -> "rank " + entry.getKey() + ": " + entry.getValue().getMessage())
                .collect(Collectors.joining("; "));
    }
}

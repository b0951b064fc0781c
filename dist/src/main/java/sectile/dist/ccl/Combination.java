package sectile.dist.ccl;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Whose elements a collective algorithm brings together: what it computes where several PEs of a rank take part.
public enum Combination {
    /// Each participant of a rank with the participants at the same position of the other ranks: the PEs of a rank
    /// share one array, and every PE works on its own part.
    RANKS,
    /// All participants of all ranks with each other: every PE has an array of its own.
    PARTICIPANTS;

    /// The name in the constants of a text.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Combination> parse(String text) {
        return Arrays.stream(values())
                .filter(combination -> combination.text().equals(text))
                .findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Combination::text).toList();
    }
}

package sectile.base.diag;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the name a user probably meant.
public final class Nearest {
    private static final int MAX_LISTED = 12;
    /// A longer word is not a misspelt name, and comparing it would take the square of its length.
    private static final int MAX_LENGTH = 80;

    /// How many candidates are looked at.
    private static final int MAX_CANDIDATES = 2000;

    private Nearest() {}

    /// The candidate with the least edit distance (insert, delete, replace, swap of neighbours; case costs
    /// nothing), the first one among equals. Empty if even the best one differs in more than a third of the
    /// letters: a far-fetched guess misleads.
    public static Optional<String> of(String word, Collection<String> candidates) {
        Optional<String> best = Optional.empty();
        if (word.length() > MAX_LENGTH) {
            return best;
        }
        String wanted = plain(word);
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : (Iterable<String>)
                candidates.stream().filter(name -> name.length() <= MAX_LENGTH).limit(MAX_CANDIDATES)::iterator) {
            String other = plain(candidate);
            int limit = Math.min(bestDistance - 1, Math.max(1, Math.max(wanted.length(), other.length()) / 3));
            if (Math.abs(wanted.length() - other.length()) > limit || candidate.equals(word)) {
                continue;
            }
            int distance = distance(wanted, other);
            // Two one-letter names share nothing to be near by.
            if (distance <= limit && distance < Math.max(wanted.length(), other.length())) {
                best = Optional.of(candidate);
                bestDistance = distance;
            }
        }
        return best;
    }

    /// The sentence for a help line: a guess if there is a good one, else what there is to choose from.
    public static String hint(String word, Collection<String> candidates) {
        Optional<String> nearest = of(word, candidates);
        if (nearest.isPresent()) {
            return "did you mean `" + nearest.get() + "`?";
        }
        return listing(candidates);
    }

    /// `one of: a, b, c`, or an empty string if there is nothing to choose from.
    public static String listing(Collection<String> candidates) {
        if (candidates.isEmpty()) {
            return "";
        }
        String listed = String.join(", ", candidates.stream().limit(MAX_LISTED).toList());
        int rest = candidates.size() - MAX_LISTED;
        return "one of: " + listed + (rest > 0 ? " and " + rest + " more" : "");
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, Math.min(last[j], row[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }
}

package sectile.base.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Steps from a node to one below it, written `links[2].name` or `links.2.name`; a key with dots is in
/// double quotes: `a."b.c".d`.
public record YamlPath(List<String> steps) {
    private static final int MAX_INDEX_DIGITS = 9;
    private static final int MAX_STEPS = 100;

    public YamlPath {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a path needs at least one step");
        }
    }

    /// Reads a path; empty if the text is malformed or has more than a hundred steps.
    public static Optional<YamlPath> parse(String text) {
        List<String> steps = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end;
            char first = text.charAt(at);
            if (first == '"') {
                end = text.indexOf('"', at + 1);
                if (end < 0) {
                    return Optional.empty();
                }
                steps.add(text.substring(at + 1, end));
                end++;
            } else if (first == '[') {
                end = text.indexOf(']', at + 1);
                if (end < 0 || index(text.substring(at + 1, end)) < 0) {
                    return Optional.empty();
                }
                steps.add(text.substring(at + 1, end));
                end++;
            } else {
                end = at;
                while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
                    end++;
                }
                if (end == at) {
                    return Optional.empty();
                }
                steps.add(text.substring(at, end));
            }
            at = end;
            if (at < text.length() && text.charAt(at) == '.') {
                at++;
                if (at == text.length() || text.charAt(at) == '[') {
                    return Optional.empty();
                }
            } else if (at < text.length() && text.charAt(at) != '[') {
                return Optional.empty();
            }
        }
        return steps.isEmpty() || steps.size() > MAX_STEPS ? Optional.empty() : Optional.of(new YamlPath(steps));
    }

    /// The path of the first `count` steps.
    YamlPath first(int count) {
        return new YamlPath(steps.subList(0, count));
    }

    /// The list index a step represents, or -1.
    static int index(String step) {
        boolean digits = !step.isEmpty()
                && step.length() <= MAX_INDEX_DIGITS
                && step.chars().allMatch(character -> character >= '0' && character <= '9');
        return digits ? Integer.parseInt(step) : -1;
    }

    /// The path as it would be written in dots.
    @Override
    public String toString() {
        return String.join(
                ".",
                steps.stream()
                        .map(step -> step.contains(".") ? '"' + step + '"' : step)
                        .toList());
    }
}

package sectile.base.yaml;

import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Span;

/// A single value. What is written plainly may be a number, true or false or nothing at all; what is quoted
/// is text.
public record YamlScalar(String text, boolean quoted, Span span) implements YamlNode {
    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
    private static final Set<String> FALSE = Set.of("false", "False", "FALSE");
    private static final int SHOWN = 40;

    /// Text that is in no source.
    public static YamlScalar text(String text) {
        return new YamlScalar(text, true, Span.none());
    }

    /// Whether this is an empty value or `null`.
    public boolean isNothing() {
        return !quoted && NOTHING.contains(text);
    }

    public Optional<Boolean> asBoolean() {
        if (!quoted && TRUE.contains(text)) {
            return Optional.of(true);
        }
        return !quoted && FALSE.contains(text) ? Optional.of(false) : Optional.empty();
    }

    /// The number that is written here, exactly; `inf` and `.inf` are numbers too.
    public Optional<YamlNumber> asNumber() {
        return quoted ? Optional.empty() : YamlNumber.parse(text);
    }

    /// The text, if this is not something else. A plain `inf` may be a name as well.
    public Optional<String> asText() {
        boolean other = isNothing()
                || asBoolean().isPresent()
                || (asNumber().isPresent() && !text.chars().allMatch(Character::isLetter));
        return other ? Optional.empty() : Optional.of(text);
    }

    @Override
    public String describe() {
        if (isNothing()) {
            return "nothing";
        }
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
        if (asBoolean().isPresent()) {
            return "`" + shown + "`";
        }
        return (asNumber().isPresent() ? "the number `" : "the text `") + shown + "`";
    }

    @Override
    public String toString() {
        return quoted ? '"' + text + '"' : text;
    }
}

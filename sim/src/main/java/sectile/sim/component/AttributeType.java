package sectile.sim.component;

import java.util.List;

/// What an attribute of a component may hold, and what [Attributes] gives for it.
public sealed interface AttributeType {
    /// A time in ns, zero or more, in whole picoseconds. Read by [Attributes#time].
    record Time() implements AttributeType {}

    /// A rate in GB/s, or `inf`. Read by [Attributes#rate].
    record Rate() implements AttributeType {}

    /// A clock in GHz, or `inf`. Read by [Attributes#clock].
    record Frequency() implements AttributeType {}

    /// An integer in a range, ends included. Read by [Attributes#count].
    record Count(long min, long max) implements AttributeType {}

    /// One of some words. Read by [Attributes#text].
    record Choice(List<String> words) implements AttributeType {
        public Choice {
            words = List.copyOf(words);
        }
    }

    /// Any text. Read by [Attributes#text].
    record Text() implements AttributeType {}

    /// `true` or `false`. Read by [Attributes#flag].
    record Flag() implements AttributeType {}

    /// Attributes of its own. Read by [Attributes#group].
    record Group(AttributeSchema schema) implements AttributeType {}

    /// A map from some of the keys to positive numbers. Read by [Attributes#table].
    record Table(List<String> keys) implements AttributeType {
        public Table {
            keys = List.copyOf(keys);
        }
    }

    /// What is expected, for a message: "a time in ns", "one of output, weight".
    default String expected() {
        return switch (this) {
            case Time() -> "a time in ns";
            case Rate() -> "a bandwidth in GB/s or `inf`";
            case Frequency() -> "a clock in GHz or `inf`";
            case Count(long min, long max) ->
                max == Long.MAX_VALUE ? "an integer of at least " + min : "an integer from " + min + " to " + max;
            case Choice(List<String> words) -> "one of " + String.join(", ", words);
            case Text() -> "a text";
            case Flag() -> "true or false";
            case Group(AttributeSchema schema) -> "a map with " + String.join(", ", schema.names());
            case Table(List<String> keys) -> "a map from names to positive numbers";
        };
    }
}

package sectile.sim.component;

/// One attribute a component takes: its name, what it holds, whether it must be given, the text that represents it
/// if it is not (`""` = it is then absent), and what it means.
public record Attribute(String name, AttributeType type, boolean required, String defaultText, String doc) {
    public Attribute {
        if (name.isBlank()) {
            throw new IllegalArgumentException("an attribute needs a name");
        }
        if (required && !defaultText.isEmpty()) {
            throw new IllegalArgumentException("attribute " + name + " is required and has the default " + defaultText);
        }
    }

    public static Attribute required(String name, AttributeType type, String doc) {
        return new Attribute(name, type, true, "", doc);
    }

    /// An attribute that is absent unless given.
    public static Attribute optional(String name, AttributeType type, String doc) {
        return new Attribute(name, type, false, "", doc);
    }

    /// An attribute that is read from `defaultText`, as if the user had written that, unless given. Groups and
    /// tables have no default text.
    public static Attribute optional(String name, AttributeType type, String defaultText, String doc) {
        return new Attribute(name, type, false, defaultText, doc);
    }
}

package sectile.sim.component;

/// Thrown by [ComponentProvider#create] for attributes that are of the right type but make no sense together. It
/// becomes a diagnostic at the attribute it names.
public final class AttributeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String attribute;
    private final String hint;

    public AttributeException(String attribute, String message, String hint) {
        super(message);
        this.attribute = attribute;
        this.hint = hint;
    }

    public String attribute() {
        return attribute;
    }

    public String message() {
        return String.valueOf(getMessage());
    }

    public String hint() {
        return hint;
    }
}

package sectile.cli.command;

import com.beust.jcommander.ParameterException;
import java.io.Serial;

/// The value of an option does not have the form that the option needs. Converters throw it; it becomes `CLI-104`.
public final class BadValue extends ParameterException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String option;
    private final String value;
    private final String expected;

    public BadValue(String option, String value, String expected) {
        super(option + " " + value + ": expected " + expected);
        this.option = option;
        this.value = value;
        this.expected = expected;
    }

    String option() {
        return option;
    }

    String value() {
        return value;
    }

    String expected() {
        return expected;
    }
}

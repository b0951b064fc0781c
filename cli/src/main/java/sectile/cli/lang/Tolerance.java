package sectile.cli.lang;

import com.beust.jcommander.IStringConverter;
import sectile.cli.command.BadValue;

/// A number from 0 on.
public record Tolerance(String option) implements IStringConverter<Double> {
    @Override
    public Double convert(String value) {
        try {
            double number = Double.parseDouble(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, together with what is out of range
        }
        throw new BadValue(option, value, "a number from 0 on, such as 1e-5");
    }
}

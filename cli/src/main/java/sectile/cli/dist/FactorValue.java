package sectile.cli.dist;

import com.beust.jcommander.IStringConverter;
import sectile.cli.command.BadValue;

/// From one size of a sweep to the next.
record FactorValue(String option) implements IStringConverter<Integer> {
    @Override
    public Integer convert(String value) {
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < 2) {
            throw new BadValue(option, value, "a whole number from 2 on");
        }
        return Integer.valueOf(value);
    }
}

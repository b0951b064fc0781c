package sectile.cli.run;

import com.beust.jcommander.IStringConverter;
import java.util.Arrays;
import sectile.cli.command.BadValue;
import sectile.sim.kernel.Space;

/// A memory by its name.
public record SpaceValue(String option) implements IStringConverter<Space> {
    @Override
    public Space convert(String value) {
        return Arrays.stream(Space.values())
                .filter(space -> space.text().equals(value))
                .findFirst()
                .orElseThrow(() -> new BadValue(option, value, "one of tcm, hbm, sram"));
    }
}

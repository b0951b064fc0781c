package sectile.cli.lang;

import com.beust.jcommander.IStringConverter;
import sectile.cli.command.BadValue;
import sectile.runtime.simulated.Placement;

/// A placement by its name.
record PlacementValue(String option) implements IStringConverter<Placement> {
    @Override
    public Placement convert(String value) {
        return Placement.parse(value)
                .orElseThrow(() -> new BadValue(option, value, "one of " + String.join(", ", Placement.texts())));
    }
}

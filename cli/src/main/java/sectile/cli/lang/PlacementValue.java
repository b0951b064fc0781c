package sectile.cli.lang;

import com.beust.jcommander.IStringConverter;
import com.beust.jcommander.ParameterException;
import sectile.runtime.simulated.Placement;

/// A placement by name.
final class PlacementValue implements IStringConverter<Placement> {
    @Override
    public Placement convert(String text) {
        return Placement.parse(text)
                .orElseThrow(() -> new ParameterException(
                        "no placement is named `" + text + "`: one of " + String.join(", ", Placement.texts())));
    }
}

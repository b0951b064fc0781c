package sectile.cli.dist;

import com.beust.jcommander.IStringConverter;
import sectile.cli.command.BadValue;
import sectile.dist.local.Activation;

/// An activation by its name.
record ActivationValue(String option) implements IStringConverter<Activation> {
    @Override
    public Activation convert(String value) {
        return Activation.parse(value)
                .orElseThrow(() -> new BadValue(option, value, "one of " + String.join(", ", Activation.texts())));
    }
}

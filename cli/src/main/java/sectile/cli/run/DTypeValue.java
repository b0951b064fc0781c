package sectile.cli.run;

import com.beust.jcommander.IStringConverter;
import sectile.base.array.DType;
import sectile.cli.command.BadValue;

/// An element type by its name.
public record DTypeValue(String option) implements IStringConverter<DType> {
    @Override
    public DType convert(String value) {
        return DType.parse(value)
                .orElseThrow(() -> new BadValue(option, value, "an element type such as f16, bf16, f32 or i8"));
    }
}

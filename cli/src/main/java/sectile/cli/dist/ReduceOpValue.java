package sectile.cli.dist;

import com.beust.jcommander.IStringConverter;
import sectile.cli.command.BadValue;
import sectile.dist.ccl.ReduceOp;

/// A way of combining elements by its name.
record ReduceOpValue(String option) implements IStringConverter<ReduceOp> {
    @Override
    public ReduceOp convert(String value) {
        return ReduceOp.parse(value)
                .orElseThrow(() -> new BadValue(option, value, "one of " + String.join(", ", ReduceOp.texts())));
    }
}

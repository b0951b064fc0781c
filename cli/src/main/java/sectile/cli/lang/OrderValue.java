package sectile.cli.lang;

import com.beust.jcommander.IStringConverter;
import sectile.check.race.MemoryOrder;
import sectile.cli.command.BadValue;

/// A memory order by its name.
record OrderValue(String option) implements IStringConverter<MemoryOrder> {
    @Override
    public MemoryOrder convert(String value) {
        for (MemoryOrder order : MemoryOrder.values()) {
            if (order.text().equals(value)) {
                return order;
            }
        }
        throw new BadValue(option, value, "one of strong, silicon");
    }
}

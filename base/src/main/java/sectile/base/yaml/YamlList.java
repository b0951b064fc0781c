package sectile.base.yaml;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Span;

/// Values in order.
public record YamlList(List<YamlNode> items, Span span) implements YamlNode {
    public YamlList {
        items = List.copyOf(items);
    }

    YamlList withItem(int index, YamlNode item) {
        var changed = new ArrayList<>(items);
        changed.set(index, item);
        return new YamlList(changed, span);
    }

    @Override
    public String describe() {
        return "a list";
    }

    @Override
    public String toString() {
        return items.toString();
    }
}

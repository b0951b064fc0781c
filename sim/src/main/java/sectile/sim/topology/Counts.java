package sectile.sim.topology;

import java.util.Optional;
import sectile.base.yaml.YamlType;

/// Whole numbers in the range of an int, with the diagnostic that fits what they count; `what` is its plural.
final class Counts {
    private Counts() {}

    static YamlType<Integer> atLeast(int min, TopologyCode code, String what) {
        return between(min, Integer.MAX_VALUE, code, what);
    }

    static YamlType<Integer> between(int min, int max, TopologyCode code, String what) {
        return (node, problems) -> {
            Optional<Long> value = YamlType.integer().read(node, problems);
            if (value.isEmpty() || (value.get() >= min && value.get() <= max)) {
                return value.map(Math::toIntExact);
            }
            String range = max < Integer.MAX_VALUE
                    ? min + " to " + max
                    : value.get() < min ? min + " or more" : "less than 2^31";
            String expected = "expected " + range + (what.isEmpty() ? "" : " " + what);
            code.report(problems, node.span(), expected + ", found `" + value.get() + "`", "");
            return Optional.empty();
        };
    }
}

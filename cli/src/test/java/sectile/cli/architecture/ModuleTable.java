package sectile.cli.architecture;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sectile.cli.Checkout;

/// Which module may use which, as docs/architecture.md says it in its table and its picture.
record ModuleTable(Map<String, Set<String>> mayUse) {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\w+) \\| [^|]+ \\| (–|\\w+(?:, \\w+)*) \\|$");
    private static final Pattern EDGE = Pattern.compile("(?m)^  (\\w+) --> (\\w+)$");

    static ModuleTable fromTable() {
        var mayUse = new LinkedHashMap<String, Set<String>>();
        ROW.matcher(Checkout.read("docs/architecture.md"))
                .results()
                .forEach(row -> mayUse.put(row.group(1), names(row.group(2))));
        return new ModuleTable(mayUse);
    }

    static ModuleTable fromPicture() {
        var mayUse = new LinkedHashMap<String, Set<String>>();
        EDGE.matcher(Checkout.read("docs/architecture.md")).results().forEach(edge -> {
            mayUse.computeIfAbsent(edge.group(1), module -> new TreeSet<>()).add(edge.group(2));
            mayUse.computeIfAbsent(edge.group(2), module -> new TreeSet<>());
        });
        return new ModuleTable(mayUse);
    }

    /// What a module may use, directly or through others.
    Set<String> reach(String module) {
        return mayUse.getOrDefault(module, Set.of()).stream()
                .flatMap(used -> Stream.concat(Stream.of(used), reach(used).stream()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(String cell) {
        return cell.equals("–") ? Set.of() : new TreeSet<>(Set.of(cell.split(", ")));
    }
}

package sectile.script.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Nearest;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// A module of a host program: rows, constants and modules by name.
final class HostModule implements HostValue {
    private final String path;
    private final SequencedMap<String, Object> members;
    private final Function<String, @Nullable Object> others;

    private HostModule(String path, SequencedMap<String, Object> members, Function<String, @Nullable Object> others) {
        this.path = path;
        this.members = members;
        this.others = others;
    }

    /// Sorts rows to the modules that their paths name, with constants by path.
    static HostModule of(String path, List<Row> rows, SequencedMap<String, Object> constants) {
        SequencedMap<String, Object> members = new LinkedHashMap<>();
        SequencedMap<String, List<Row>> inner = new LinkedHashMap<>();
        for (Row row : rows) {
            String rest = row.path().substring(path.length() + 1);
            int dot = rest.indexOf('.');
            if (dot < 0) {
                members.put(rest, row);
            } else {
                inner.computeIfAbsent(rest.substring(0, dot), name -> new ArrayList<>())
                        .add(row);
            }
        }
        SequencedMap<String, SequencedMap<String, Object>> innerConstants = new LinkedHashMap<>();
        constants.forEach((name, value) -> {
            String rest = name.substring(path.length() + 1);
            int dot = rest.indexOf('.');
            if (dot < 0) {
                members.put(rest, value);
            } else {
                inner.computeIfAbsent(rest.substring(0, dot), key -> new ArrayList<>());
                innerConstants
                        .computeIfAbsent(rest.substring(0, dot), key -> new LinkedHashMap<>())
                        .put(name, value);
            }
        });
        inner.forEach((name, own) -> members.put(
                name, of(path + "." + name, own, innerConstants.getOrDefault(name, new LinkedHashMap<>()))));
        return new HostModule(path, Collections.unmodifiableSequencedMap(members), name -> null);
    }

    /// A file beside the program, whose functions and constants are looked up when they are asked for.
    static HostModule ofFile(String path, Function<String, @Nullable Object> members) {
        return new HostModule(path, new LinkedHashMap<>(), members);
    }

    @Nullable
    Object find(String name) {
        Object found = members.get(name);
        return found == null ? others.apply(name) : found;
    }

    @Override
    public String kind() {
        return "the module " + path;
    }

    @Override
    public Object member(String name, Place at) {
        Object found = find(name);
        if (found == null) {
            throw Problems.at(
                    at.span(),
                    TextCode.NO_SUCH_MEMBER,
                    "`" + path + "` has no `" + name + "`",
                    Nearest.hint(name, members.keySet()));
        }
        return found;
    }

    @Override
    public String toString() {
        return "<module " + path + ">";
    }
}

package sectile.ir.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import sectile.ir.CastMode;
import sectile.ir.Symbol;
import sectile.ir.ops.Ops;

/// The names of the language: modules, enumerations, and other spellings of ops.
final class LanguageNames {
    /// Unified and shortened spellings, by what stands after `pl.` or `pld.`.
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("pl.create_tensor", "tensor.create"),
            Map.entry("pl.create_tile", "tile.create"),
            Map.entry("pl.tensor.arange", "tensor.ci"),
            Map.entry("pl.tile.arange", "tile.ci"),
            Map.entry("pl.arange", "tensor.ci"),
            Map.entry("pl.tensor.mrgsort", "tensor.mrgsort_format1"),
            Map.entry("pl.tile.mrgsort", "tile.mrgsort_format1"),
            Map.entry("pl.mrgsort", "tile.mrgsort_format1"),
            Map.entry("pl.tile.initialize_pipe", "system.aiv_initialize_pipe"));

    private static final List<String> FAMILIES = List.of("pld.tensor.", "pld.system.", "pld.tile.");

    private LanguageNames() {}

    /// The name by which the language knows a Python module, or nothing.
    static String ofModule(String path) {
        for (String root : List.of("pypto.language", "sectile.language", "sectile")) {
            if (path.equals(root + ".distributed") || path.equals("pypto.distributed")) {
                return "pld";
            }
            if (path.equals(root)) {
                return "pl";
            }
            if (path.startsWith(root + ".distributed.")) {
                return "pld." + path.substring(root.length() + 13);
            }
            if (path.startsWith(root + ".")) {
                return "pl." + path.substring(root.length() + 1);
            }
        }
        return "";
    }

    static String alias(String path) {
        return ALIASES.getOrDefault(path, "");
    }

    /// The op that `pld.name` abbreviates.
    static Optional<String> distributed(String path, Ops ops) {
        String tail = path.substring("pld.".length());
        if (ops.find("pld." + tail).isPresent()) {
            return Optional.of("pld." + tail);
        }
        return FAMILIES.stream()
                .map(f -> f + tail)
                .filter(n -> ops.find(n).isPresent())
                .findFirst();
    }

    /// A member of an enumeration: `pl.Mem.Vec`, `pld.ReduceOp.Sum`, also under older spellings of its sort.
    static Optional<Symbol> symbol(String path) {
        int dot = path.lastIndexOf('.');
        String sort = path.substring(path.lastIndexOf('.', dot - 1) + 1, dot);
        String canonical = switch (sort) {
            case "MemorySpace" -> "Mem";
            case "CmpMode" -> "CmpType";
            case "RoundMode" -> "CastMode";
            default -> sort;
        };
        String member = path.substring(dot + 1);
        for (List<? extends Symbol> members : Symbol.all()) {
            if (members.getFirst().sort().endsWith("." + canonical)) {
                return find(members, member).map(s -> (Symbol) s);
            }
        }
        return Optional.empty();
    }

    /// The members of the enumeration that a path names, if it names one.
    static Optional<List<? extends Symbol>> sort(String path) {
        String last = path.substring(path.lastIndexOf('.') + 1);
        String canonical = last.equals("MemorySpace") ? "Mem" : last;
        for (List<? extends Symbol> members : Symbol.all()) {
            if (members.getFirst().sort().endsWith("." + canonical)) {
                return Optional.of(members);
            }
        }
        return Optional.empty();
    }

    static Optional<? extends Symbol> find(List<? extends Symbol> members, String name) {
        return members.stream()
                .filter(m -> m.surfaceName().equalsIgnoreCase(name)
                        || m.toString().replace("_", "").equalsIgnoreCase(name.replace("_", ""))
                        || (m == CastMode.NONE && name.isEmpty()))
                .findFirst();
    }

    /// What may follow `pl.` or another prefix, for hints.
    static Collection<String> after(String prefix, Ops ops) {
        var names = new TreeSet<String>();
        var whole = new TreeMap<String, String>(ALIASES);
        whole.keySet().stream().filter(n -> n.startsWith(prefix)).forEach(names::add);
        boolean unified = prefix.equals("pl.") || prefix.equals("pld.");
        for (var op : ops.all()) {
            String surface = op.surface();
            if (surface.startsWith(prefix) && !op.internal()) {
                names.add(surface);
            }
            if (unified && !op.internal() && surface.startsWith(prefix)) {
                names.add(prefix + surface.substring(surface.lastIndexOf('.') + 1));
            }
        }
        if (prefix.equals("pl.")) {
            Arrays.stream(sectile.ir.DataType.values()).forEach(d -> names.add(d.surface()));
            names.addAll(SpecialForms.NAMES);
        }
        return names;
    }
}

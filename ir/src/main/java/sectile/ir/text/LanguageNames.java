package sectile.ir.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import sectile.ir.ops.Ops;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Symbol;
import sectile.ir.symbol.TensorLayout;
import sectile.python.builtin.MathModule;

/// The names of the language: modules and enumerations.
final class LanguageNames {
    /// Other modules that hold names of the language, the longer ones first.
    private static final List<Map.Entry<String, String>> MODULES = List.of(
            Map.entry("pypto.jit.decorator.jit", "pl.jit"),
            Map.entry("pypto.jit.decorator", "pl"),
            Map.entry("pypto.jit.jit", "pl.jit"),
            Map.entry("pypto.jit", "pl.jit"),
            Map.entry("pypto.language.jit", "pl.jit"),
            Map.entry("pypto.language.DataType", "pl"),
            Map.entry("pypto.DataType", "pl"),
            Map.entry("pypto.pypto_core.DataType", "pl"),
            Map.entry("pypto.pypto_core.ir", "pl"),
            Map.entry("pypto.pypto_core", "pl"),
            Map.entry("pypto.ir", "pl"));

    /// Other names of enumerations.
    private static final Map<String, String> SORTS =
            Map.of("MemorySpace", "Mem", "CmpMode", "CmpType", "RoundMode", "CastMode");

    /// Other names of members, such as the levels by the machines they stand for.
    private static final Map<String, Symbol> MEMBERS = Map.of(
            "Level.L2CACHE", Level.CHIP_DIE,
            "Level.PROCESSOR", Level.CHIP,
            "Level.UMA", Level.CHIP,
            "Level.NODE", Level.HOST,
            "Level.POD", Level.CLUSTER_0,
            "Level.CLOS1", Level.CLUSTER_1,
            "Level.CLOS2", Level.CLUSTER_2);

    /// What `pl.adir.input` and the like mean in `arg_directions`.
    private static final Map<String, Direction> DIRECTIONS = Map.of(
            "input", Direction.IN,
            "scalar", Direction.IN,
            "output", Direction.OUT,
            "output_existing", Direction.OUT,
            "inout", Direction.INOUT);

    private static final String DIRECTION = "pl.adir.";

    private LanguageNames() {}

    /// A layout of tensors by its name alone, `pl.NZ`.
    static Optional<TensorLayout> layout(String path) {
        return Arrays.stream(TensorLayout.values())
                .filter(layout -> path.equals("pl." + layout.surfaceName()))
                .findFirst();
    }

    /// The direction of an argument that `pl.adir.input` names.
    static Optional<Direction> direction(String path) {
        return path.startsWith(DIRECTION)
                ? Optional.ofNullable(DIRECTIONS.get(path.substring(DIRECTION.length())))
                : Optional.empty();
    }

    /// The name by which the language knows a Python module, or nothing.
    static String ofModule(String path) {
        for (Map.Entry<String, String> alias : MODULES) {
            if (path.equals(alias.getKey()) || path.startsWith(alias.getKey() + ".")) {
                String rest = path.substring(alias.getKey().length());
                return alias.getValue() + rest;
            }
        }
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
        if (path.equals("pypto")) {
            return path;
        }
        return path.equals(MathModule.NAME) || path.startsWith(MathModule.NAME + ".") ? path : "";
    }

    /// The language's name for a path that may begin with the name of a package.
    static String canonical(String path) {
        String module = path.startsWith("pypto.") ? ofModule(path) : "";
        return module.isEmpty() ? path : module;
    }

    /// A member of an enumeration: `pl.Mem.Vec`, `pld.ReduceOp.Sum`, also under older spellings of its sort.
    static Optional<Symbol> symbol(String path) {
        int dot = path.lastIndexOf('.');
        String sort = path.substring(path.lastIndexOf('.', dot - 1) + 1, dot);
        String canonical = SORTS.getOrDefault(sort, sort);
        String member = path.substring(dot + 1);
        Symbol alias = MEMBERS.get(canonical + "." + member);
        if (alias != null) {
            return Optional.of(alias);
        }
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
        String canonical = SORTS.getOrDefault(last, last);
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
        ops.aliases().stream().filter(n -> n.startsWith(prefix)).forEach(names::add);
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
            Arrays.stream(sectile.ir.symbol.DataType.values()).forEach(d -> names.add(d.surface()));
            names.addAll(SpecialForms.NAMES);
        }
        return names;
    }
}

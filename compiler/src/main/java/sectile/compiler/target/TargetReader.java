package sectile.compiler.target;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.limit.ByteSize;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.Yaml;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.base.yaml.YamlType;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// Reads the description of a target. Every mistake is reported at its place.
final class TargetReader {
    private final Diagnostics problems;
    private final MapReader reader;

    private TargetReader(YamlMap map, Diagnostics problems) {
        this.problems = problems;
        this.reader = MapReader.of(map, problems);
    }

    static Optional<Target> read(SourceFile source, Diagnostics problems) {
        int before = problems.errorCount();
        Optional<Target> target = Yaml.parseMap(source, problems).map(map -> new TargetReader(map, problems).target());
        return problems.errorCount() > before ? Optional.empty() : target;
    }

    private Target target() {
        String name = reader.string("name").required("");
        String summary = reader.string("summary").or("");
        MapReader cores = reader.mapOrEmpty("cores");
        var counts = new Target.Cores(
                (int) cores.integer("groups").between(1, 1 << 20).required(1),
                (int) cores.integer("vectors").between(1, 64).or(1),
                cores.bool("split").or(false),
                cores.bool("flat_tiles").or(false));
        Target.Pipes pipes = reader.enumValue("pipes", Target.Pipes.class).required(Target.Pipes.DIRECT);
        List<Target.Memory> memories = memories();
        Map<DataType, Set<DataType>> casts = casts();
        Set<DataType> atomics = set(reader.list("atomics", dtype()).or(List.of()));
        MapReader matmul = reader.mapOrEmpty("fractal");
        var fractal = new Target.Fractal(
                (int) matmul.integer("m").between(1, 1 << 16).or(1),
                (int) matmul.integer("n").between(1, 1 << 16).or(1),
                (int) matmul.integer("k_bytes").between(1, 1 << 16).or(1));
        MapReader cost = reader.mapOrEmpty("costs");
        var costs = new Target.Costs(
                rate(cost, "load_bytes"), rate(cost, "move_bytes"), rate(cost, "macs"), rate(cost, "start_cycles"));
        reader.finish();
        return new Target(name, summary, counts, pipes, memories, casts, atomics, fractal, costs);
    }

    private List<Target.Memory> memories() {
        var memories = new ArrayList<Target.Memory>();
        Set<MemorySpace> placed = new HashSet<>();
        for (MapReader memory : reader.maps("memories").required(List.of())) {
            String name = memory.string("name").required("");
            List<MemorySpace> spaces = memory.list("spaces", space())
                    .check(list -> !list.isEmpty(), "at least one space")
                    .required(List.of(MemorySpace.VEC));
            long capacity = memory.read("capacity", bytes()).required(1L);
            long alignment = memory.integer("alignment")
                    .check(a -> a > 0 && Long.bitCount(a) == 1, "a power of 2")
                    .or(1);
            for (MemorySpace space : spaces) {
                if (!placed.add(space)) {
                    problems.error(
                            CompilerCode.SPACE_IN_TWO_MEMORIES,
                            memory.span(),
                            "the space " + space.surfaceName() + " lies in two memories",
                            "a space lies in one memory; a memory may hold several spaces");
                }
            }
            memories.add(new Target.Memory(name, Set.copyOf(spaces), capacity, alignment));
        }
        return memories;
    }

    private Map<DataType, Set<DataType>> casts() {
        var casts = new EnumMap<DataType, Set<DataType>>(DataType.class);
        MapReader map = reader.mapOrEmpty("casts");
        for (YamlMap.Entry entry : map.entries()) {
            YamlType<DataType> key = dtype();
            Optional<DataType> from = key.read(new YamlScalar(entry.key(), true, entry.keySpan()), problems);
            List<DataType> to = map.list(entry.key(), dtype()).required(List.of());
            from.ifPresent(type -> casts.put(type, set(to)));
        }
        return casts;
    }

    private static Set<DataType> set(List<DataType> types) {
        return types.isEmpty() ? EnumSet.noneOf(DataType.class) : EnumSet.copyOf(types);
    }

    private static double rate(MapReader reader, String key) {
        return reader.number(key)
                .map(YamlNumber::toDouble)
                .check(n -> n > 0 && !n.isInfinite(), "a number above 0")
                .required(1.0);
    }

    private static YamlType<DataType> dtype() {
        return word("dtype", Arrays.stream(DataType.values()).map(Enum::name).toList(), DataType::parse);
    }

    private static YamlType<MemorySpace> space() {
        List<String> names = Arrays.stream(MemorySpace.values())
                .filter(s -> s != MemorySpace.DDR)
                .map(MemorySpace::surfaceName)
                .toList();
        return word(
                "memory space",
                names,
                text -> Arrays.stream(MemorySpace.values())
                        .filter(s -> names.contains(text) && s.surfaceName().equals(text))
                        .findFirst());
    }

    private static YamlType<Long> bytes() {
        return (node, problems) -> {
            OptionalLong bytes = node instanceof YamlScalar scalar
                    ? ByteSize.parse(scalar.text().replace(" ", ""))
                    : OptionalLong.empty();
            if (bytes.isEmpty()) {
                problems.error(
                        CompilerCode.BAD_CAPACITY,
                        node.span(),
                        "expected a number of bytes, found " + node.describe(),
                        "write `192KiB`, `16MiB` or a number");
                return Optional.empty();
            }
            return Optional.of(bytes.getAsLong());
        };
    }

    private static <T> YamlType<T> word(
            String what, List<String> names, java.util.function.Function<String, Optional<T>> parse) {
        return (node, problems) -> {
            Optional<T> value = node instanceof YamlScalar scalar ? parse.apply(scalar.text()) : Optional.empty();
            if (value.isEmpty()) {
                String text = node instanceof YamlScalar scalar ? scalar.text() : "";
                problems.error(
                        CompilerCode.UNKNOWN_WORD,
                        node.span(),
                        "expected a " + what + ", found " + node.describe(),
                        Nearest.hint(text, names));
            }
            return value;
        };
    }
}

package sectile.dist.ccl;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.Yaml;
import sectile.base.yaml.YamlScalar;
import sectile.dist.ccl.AlgorithmSettings.Queues;
import sectile.dist.problem.DistCode;
import sectile.sim.kernel.Space;

/// Reads ccl.yaml files, later ones on top of earlier ones.
final class CclReader {
    private static final long MOST_SLOTS = 1 << 16;

    private final Diagnostics problems;
    private final Map<Collective, String> chosen = new EnumMap<>(Collective.class);
    private final Map<Collective, Span> chosenAt = new EnumMap<>(Collective.class);
    private final SequencedMap<String, List<MapReader>> entries = new LinkedHashMap<>();
    private final SequencedMap<String, AlgorithmSettings> algorithms = new LinkedHashMap<>();
    private final List<TuningRow> tuning = new ArrayList<>();
    private OptionalInt worldSize = OptionalInt.empty();
    private AlgorithmSettings defaults = new AlgorithmSettings(
            "",
            "",
            "none",
            "leader_only",
            "single_shard_per_rank",
            "auto",
            new Queues(Space.TCM, 4, 4096, 256, Queues.CREDIT_OF_TOPOLOGY),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Map.of(),
            Span.none());

    CclReader(Diagnostics problems) {
        this.problems = problems;
    }

    CclConfig read(SourceFile... files) {
        List<MapReader> roots = new ArrayList<>();
        for (SourceFile file : files) {
            Yaml.parseMap(file, problems).ifPresent(document -> roots.add(MapReader.of(document, problems)));
        }
        roots.forEach(this::readDefaults);
        // Only now are the defaults of all files known.
        entries.forEach(this::readAlgorithm);
        roots.forEach(root -> root.maps("tuning").or(List.of()).forEach(this::readTuning));
        roots.forEach(MapReader::finish);
        chosen.forEach((collective, name) -> {
            if (!name.equals(CclConfig.AUTO)) {
                checkKnown(name, chosenAt.getOrDefault(collective, Span.none()));
            }
        });
        return new CclConfig(chosen, worldSize, algorithms, tuning);
    }

    private void readDefaults(MapReader root) {
        MapReader byDefault = root.mapOrEmpty("defaults");
        Field<String> algorithm = byDefault.string("algorithm");
        algorithm.optional().ifPresent(name -> choose(Collective.ALL_REDUCE, name, algorithm.span()));
        worldSize = orElse(count(byDefault, "world_size", 1), worldSize);
        defaults = entry("", byDefault, defaults);
        MapReader collectives = root.mapOrEmpty("collectives");
        for (Collective collective : Collective.values()) {
            Field<String> name = collectives.string(collective.text());
            name.optional().ifPresent(text -> choose(collective, text, name.span()));
        }
        root.mapOrEmpty("algorithms")
                .namedMaps()
                .forEach((name, reader) ->
                        entries.computeIfAbsent(name, n -> new ArrayList<>()).add(reader));
    }

    /// The entries of one algorithm in all files, on top of the defaults of all files.
    private void readAlgorithm(String name, List<MapReader> readers) {
        AlgorithmSettings settings = defaults;
        for (MapReader reader : readers) {
            settings = entry(name, reader, settings);
        }
        if (settings.kernel().isEmpty()) {
            problems.error(
                    DistCode.MISSING_KERNEL,
                    settings.span(),
                    "algorithm `" + name + "` has no kernel",
                    "add `kernel: NAME`");
        }
        algorithms.put(name, settings);
    }

    private void choose(Collective collective, String name, Span at) {
        chosen.put(collective, name);
        chosenAt.put(collective, at);
    }

    private void checkKnown(String name, Span at) {
        if (!algorithms.containsKey(name)) {
            String hint = Nearest.hint(name, algorithms.keySet());
            problems.error(DistCode.UNKNOWN_ALGORITHM, at, "there is no algorithm `" + name + "`", hint);
        }
    }

    private AlgorithmSettings entry(String name, MapReader reader, AlgorithmSettings base) {
        boolean isAlgorithm = !name.isEmpty();
        String kernel = isAlgorithm ? kernel(reader, base.kernel()) : "";
        OptionalInt world = isAlgorithm ? count(reader, "world_size", 1) : OptionalInt.empty();
        return new AlgorithmSettings(
                name,
                kernel,
                reader.string("topology").or(base.topology()),
                reader.string("mapper").or(base.mapper()),
                reader.string("validator").or(base.validator()),
                reader.string("inter_sip").or(base.interSip()),
                queues(reader, base.queues()),
                orElse(world, base.worldSize()),
                orElse(count(reader, "n_elem", 1), base.elements()),
                orElse(count(reader, "root_cube", 0), base.rootCube()),
                parameters(reader, base.parameters()),
                reader.span());
    }

    /// `kernel: NAME`, or `module: a.dotted.NAME`, which is kept with a mark: only those who know files can tell what
    /// its last part is.
    private String kernel(MapReader reader, String otherwise) {
        Field<String> kernel = reader.string("kernel");
        Field<String> module = reader.string("module");
        if (kernel.isWritten() && module.isWritten()) {
            problems.error(
                    DistCode.MISSING_KERNEL,
                    module.span(),
                    "an entry has either `kernel` or `module`, not both",
                    "keep one of them");
        }
        return module.optional().map(name -> CclConfig.MODULE + name).orElse(kernel.or(otherwise));
    }

    private static Map<String, Object> parameters(MapReader reader, Map<String, Object> base) {
        Map<String, Object> parameters = new LinkedHashMap<>(base);
        reader.enumValue(AlgorithmSettings.REDUCE_OP, ReduceOp.class)
                .optional()
                .ifPresent(op -> parameters.put(AlgorithmSettings.REDUCE_OP, op.text()));
        reader.integer("chunk_size").atLeast(1).optional().ifPresent(size -> parameters.put("chunk_size", size));
        for (String key : reader.map().keys()) {
            if (key.startsWith("kernel_")) {
                reader.node(key)
                        .check(YamlScalar.class::isInstance, "a number, a word or true or false")
                        .optional()
                        .ifPresent(node -> parameters.put(key, plain((YamlScalar) node)));
            }
        }
        return parameters;
    }

    private static Object plain(YamlScalar scalar) {
        if (scalar.quoted()) {
            return scalar.text();
        }
        if (scalar.asBoolean().isPresent()) {
            return scalar.asBoolean().get();
        }
        try {
            return Long.parseLong(scalar.text());
        } catch (NumberFormatException notAnInteger) {
            try {
                return Double.parseDouble(scalar.text());
            } catch (NumberFormatException aWord) {
                return scalar.text();
            }
        }
    }

    private static Queues queues(MapReader reader, Queues base) {
        reader.string("backpressure")
                .check(text -> text.equals("sleep"), "`sleep`, the one way to wait for a free slot")
                .optional();
        return new Queues(
                reader.enumValue("buffer_kind", Space.class).or(base.buffer()),
                (int) reader.integer("n_slots").between(1, MOST_SLOTS).or(base.slots()),
                slotSize(reader, base.slotSize()),
                reader.integer("vc_chunk_size").atLeast(1).or(base.chunkSize()),
                reader.integer("ipcq_credit_size_bytes").atLeast(0).or(base.creditBytes()));
    }

    /// Whole bytes, or `auto`, which is kept as 0.
    private static long slotSize(MapReader reader, long otherwise) {
        Optional<YamlScalar> auto = reader.node("slot_size")
                .optional()
                .filter(YamlScalar.class::isInstance)
                .map(YamlScalar.class::cast)
                .filter(scalar -> scalar.text().equals("auto"));
        return auto.isPresent() ? 0 : reader.integer("slot_size").atLeast(1).or(otherwise);
    }

    private static OptionalInt count(MapReader reader, String key, int least) {
        return reader.integer(key)
                .between(least, Integer.MAX_VALUE)
                .optional()
                .map(value -> OptionalInt.of(value.intValue()))
                .orElseGet(OptionalInt::empty);
    }

    private static OptionalInt orElse(OptionalInt first, OptionalInt second) {
        return first.isPresent() ? first : second;
    }

    private void readTuning(MapReader row) {
        Optional<Collective> collective =
                row.enumValue("collective", Collective.class).required();
        long ranks = row.integer("ranks").between(1, Integer.MAX_VALUE).required(1);
        long maxBytes = row.integer("max_bytes").atLeast(0).required(0);
        Field<String> field = row.string("algorithm");
        String algorithm = field.required("");
        if (!algorithm.isEmpty()) {
            checkKnown(algorithm, field.span());
        }
        collective.ifPresent(found -> tuning.add(new TuningRow(found, (int) ranks, maxBytes, algorithm)));
    }
}

package sectile.script.collective;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Combination;
import sectile.python.value.Text;
import sectile.python.value.Values;
import sectile.script.Script;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// What constants of a file say about how it wants to be run: `TOPOLOGY`, `MAPPER` and so on, as the keys of a
/// ccl.yaml in capitals, and `COLLECTIVES`.
final class TextSettings {
    private static final List<String> WORDS = List.of("TOPOLOGY", "MAPPER", "VALIDATOR", "BUFFER_KIND", "INTER_SIP");
    private static final List<String> NUMBERS = List.of("N_SLOTS", "SLOT_SIZE", "VC_CHUNK_SIZE", "N_ELEM");

    private static final String LEADER = "\"leader_only\"";

    private final Script script;
    private final Diagnostics problems;

    TextSettings(Script script, Diagnostics problems) {
        this.script = script;
        this.problems = problems;
    }

    Set<Collective> collectives() {
        Optional<Object> given = script.constant("COLLECTIVES");
        Set<Collective> collectives = EnumSet.noneOf(Collective.class);
        if (given.isEmpty()) {
            collectives.add(Collective.ALL_REDUCE);
            return collectives;
        }
        Span at = span("COLLECTIVES");
        Object[] names = given.get() instanceof String name
                ? new Object[] {name}
                : Values.sequence(given.get(), Place.at(at)).copy();
        for (Object name : names) {
            Optional<Collective> found = Collective.parse(Text.str(name));
            if (found.isEmpty()) {
                problems.error(
                        TextCode.BAD_ALGORITHM_CONSTANT,
                        at,
                        "there is no collective " + Text.repr(name),
                        Nearest.hint(Text.str(name), Collective.texts()));
            }
            found.ifPresent(collectives::add);
        }
        return collectives;
    }

    /// Whose elements the kernel brings together, which `COMBINES` says.
    Combination combination() {
        Optional<Object> given = script.constant("COMBINES");
        Optional<Combination> found = given.map(Text::str).flatMap(Combination::parse);
        if (given.isPresent() && found.isEmpty()) {
            problems.error(
                    TextCode.BAD_ALGORITHM_CONSTANT,
                    span("COMBINES"),
                    "COMBINES cannot be " + Text.repr(given.get()),
                    Nearest.hint(Text.str(given.get()), Combination.texts()));
        }
        return found.orElse(Combination.RANKS);
    }

    /// The validator that suits a mapper of several PEs.
    private static String validator(String mapper, Combination combination) {
        return combination == Combination.RANKS
                ? "own_shards"
                : mapper.equals("\"cube_leaders\"") ? "shard_per_cube" : "multi_pe_sip_local";
    }

    /// The keys of an entry in a ccl.yaml, as it is written there.
    Map<String, String> entry(Combination combination) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String constant : WORDS) {
            script.constant(constant).ifPresent(value -> {
                if (value instanceof String text && isKnown(constant, text)) {
                    keys.put(key(constant), "\"" + text + "\"");
                } else if (!(value instanceof String)) {
                    wrong(constant, value, "a string");
                }
            });
        }
        for (String constant : NUMBERS) {
            script.constant(constant).ifPresent(value -> {
                boolean auto = constant.equals("SLOT_SIZE") && value.equals("auto");
                if (value instanceof Long || auto) {
                    keys.put(key(constant), value.toString());
                } else {
                    wrong(constant, value, "an int");
                }
            });
        }
        if (!keys.containsKey("topology") && script.neighbors().isPresent()) {
            keys.put("topology", "none");
        }
        String mapper = keys.getOrDefault("mapper", LEADER);
        if (!keys.containsKey("validator") && !mapper.equals(LEADER)) {
            keys.put("validator", validator(mapper, combination));
        }
        return keys;
    }

    private boolean isKnown(String constant, String name) {
        Registries registries = Registries.builtin();
        List<String> known = new ArrayList<>(
                switch (constant) {
                    case "TOPOLOGY" -> registries.topologies().names();
                    case "MAPPER" -> registries.mappers().names();
                    case "VALIDATOR" -> registries.validators().names();
                    case "BUFFER_KIND" -> List.of("tcm", "hbm", "sram");
                    default -> List.of("auto", "ring", "torus", "mesh");
                });
        if (constant.equals("TOPOLOGY")) {
            known.add("none");
        }
        // A name with a dot is a class, which is looked for when it is needed.
        if (known.contains(name) || name.contains(".")) {
            return true;
        }
        problems.error(
                TextCode.BAD_ALGORITHM_CONSTANT,
                span(constant),
                constant + " cannot be " + Text.repr(name),
                Nearest.hint(name, known));
        return false;
    }

    private void wrong(String constant, Object value, String expected) {
        problems.error(
                TextCode.BAD_ALGORITHM_CONSTANT,
                span(constant),
                constant + " is " + expected + ", not " + Problems.kind(value),
                "");
    }

    private Span span(String constant) {
        return script.spanOfConstant(constant).orElse(Span.none());
    }

    private static String key(String constant) {
        return constant.toLowerCase(java.util.Locale.ROOT);
    }
}

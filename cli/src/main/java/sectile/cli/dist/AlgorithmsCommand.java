package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.cli.problem.CliCode;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.script.collective.TextAlgorithms;

/// `sectile algorithms`
public final class AlgorithmsCommand implements Command {
    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--ccl",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "a ccl.yaml on top of the built-in one")
    private @Nullable Path ccl;

    @Override
    public String name() {
        return "algorithms";
    }

    @Override
    public String summary() {
        return "lists collectives and the algorithms that carry them out";
    }

    @Override
    public String description() {
        return """
                Without NAME it lists the collectives with the algorithm each uses, and all algorithms. NAME is a collective, an
                algorithm, or a file with one; an algorithm is shown with its settings, the defaults filled in.
                docs/collectives.md explains the settings.
                """;
    }

    @Override
    public Operands operands() {
        return Operands.optional("[NAME]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("algorithms", "all of them"),
                new Example("algorithms allgather", "those of one collective"),
                new Example("algorithms ring", "the settings of one"),
                new Example("algorithms --ccl ccl.yaml --json", "with a file of yours, for another program"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        String name = call.operands().isEmpty() ? "" : call.operand(0);
        TextAlgorithms texts = TextAlgorithms.load(
                Optional.ofNullable(ccl),
                TextAlgorithms.isFile(name) ? List.of(Path.of(name)) : List.of(),
                line -> call.console().print(line + "\n"));
        CclConfig config = texts.config();
        AlgorithmSettings one = config.algorithms().get(TextAlgorithms.name(name));
        Optional<Collective> collective = Collective.parse(name);
        if (!name.isEmpty() && one == null && collective.isEmpty()) {
            throw unknown(name, config, call);
        }
        List<AlgorithmSettings> shown = config.algorithms().values().stream()
                .filter(settings -> one == null ? matches(settings, collective, texts) : settings == one)
                .toList();
        if (json.wanted()) {
            call.console().document(writer -> write(writer, shown, texts));
        } else if (one != null) {
            call.console().print(details(one, texts));
        } else {
            call.console().print(chosen(config, collective) + "\n" + list(shown, texts));
        }
        return ExitCode.OK;
    }

    private static boolean matches(AlgorithmSettings settings, Optional<Collective> collective, TextAlgorithms texts) {
        return collective.isEmpty() || collectives(settings, texts).contains(collective.get());
    }

    private static Set<Collective> collectives(AlgorithmSettings settings, TextAlgorithms texts) {
        return texts.registries()
                .algorithms()
                .find(settings.kernel(), settings.span())
                .collectives();
    }

    private static DiagnosticException unknown(String name, CclConfig config, Invocation call) {
        Set<String> known = new TreeSet<>(config.algorithms().keySet());
        known.addAll(Collective.texts());
        return new DiagnosticException(Diagnostic.error(
                        CliCode.UNKNOWN_ALGORITHM,
                        call.spanOfOperand(0),
                        "there is no collective or algorithm `" + name + "`")
                .hint(Nearest.hint(name, known)));
    }

    private static String chosen(CclConfig config, Optional<Collective> only) {
        Table.Builder table =
                Table.builder("Collectives").column("collective", Unit.TEXT).column("algorithm", Unit.TEXT);
        Arrays.stream(Collective.values())
                .filter(collective -> only.isEmpty() || only.get() == collective)
                .forEach(collective ->
                        table.row(collective.text(), config.chosen().getOrDefault(collective, CclConfig.AUTO)));
        return TextTable.render(table.build());
    }

    private static String list(List<AlgorithmSettings> all, TextAlgorithms texts) {
        Table.Builder table = Table.builder("Algorithms")
                .column("algorithm", Unit.TEXT)
                .column("queues", Unit.TEXT)
                .column("mapper", Unit.TEXT)
                .column("validator", Unit.TEXT)
                .column("collectives", Unit.TEXT);
        all.forEach(settings -> table.row(
                settings.name(),
                settings.topology(),
                settings.mapper(),
                settings.validator(),
                String.join(" ", names(settings, texts))));
        return TextTable.render(table.build()) + "sectile algorithms NAME shows the settings of one.\n";
    }

    private static List<String> names(AlgorithmSettings settings, TextAlgorithms texts) {
        return collectives(settings, texts).stream()
                .sorted()
                .map(Collective::text)
                .toList();
    }

    private static String details(AlgorithmSettings settings, TextAlgorithms texts) {
        StringBuilder text = new StringBuilder(settings.name()).append('\n');
        text.append("  collectives: ")
                .append(String.join(", ", names(settings, texts)))
                .append('\n');
        settings(settings)
                .forEach((key, value) ->
                        text.append("  ").append(key).append(": ").append(value).append('\n'));
        return text.toString();
    }

    /// The keys of an entry in a ccl.yaml, with defaults filled in.
    private static Map<String, Object> settings(AlgorithmSettings settings) {
        AlgorithmSettings.Queues queues = settings.queues();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("kernel", settings.kernel());
        all.put("topology", settings.topology());
        all.put("mapper", settings.mapper());
        all.put("validator", settings.validator());
        all.put("inter_sip", settings.interSip());
        all.put("buffer_kind", queues.buffer().name().toLowerCase(java.util.Locale.ROOT));
        all.put("n_slots", (long) queues.slots());
        all.put("slot_size", queues.slotSize() == 0 ? "auto" : queues.slotSize());
        all.put("vc_chunk_size", queues.chunkSize());
        all.put(
                "ipcq_credit_size_bytes",
                queues.creditBytes() == AlgorithmSettings.Queues.CREDIT_OF_TOPOLOGY
                        ? "credit_bytes of the topology"
                        : queues.creditBytes());
        settings.worldSize().ifPresent(value -> all.put("world_size", (long) value));
        settings.elements().ifPresent(value -> all.put("n_elem", (long) value));
        settings.rootCube().ifPresent(value -> all.put("root_cube", (long) value));
        return all;
    }

    private static void write(JsonWriter json, List<AlgorithmSettings> shown, TextAlgorithms texts) {
        json.beginObject().name("collectives").beginObject();
        for (Collective collective : Collective.values()) {
            json.member(collective.text(), texts.config().chosen().getOrDefault(collective, CclConfig.AUTO));
        }
        json.endObject().name("algorithms").beginArray();
        for (AlgorithmSettings settings : shown) {
            json.beginObject()
                    .member("name", settings.name())
                    .name("collectives")
                    .beginArray();
            names(settings, texts).forEach(json::value);
            json.endArray();
            settings(settings).forEach((key, value) -> {
                if (value instanceof Long number) {
                    json.member(key, number);
                } else {
                    json.member(key, value.toString());
                }
            });
            json.endObject();
        }
        json.endArray().endObject();
    }
}

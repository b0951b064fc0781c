package sectile.cli.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.AlgorithmSettings.Queues;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.TuningRow;
import sectile.dist.workload.Sweep;
import sectile.dist.workload.SweepRow;
import sectile.script.collective.TextAlgorithms;

/// A ccl.yaml that makes `auto` choose what a sweep found to be the fastest. It is complete: algorithms that are
/// not built in, or not with these settings, are in it.
///
/// @param file where it goes, which files of kernels are named relative to
record TuningFile(Path file, CclConfig config) {
    /// The rows to choose from: not those of `auto`, nor those with wrong values.
    static List<SweepRow> usable(List<SweepRow> rows) {
        return SweepTable.right(rows).stream()
                .filter(row -> !row.point().algorithm().equals(CclConfig.AUTO))
                .toList();
    }

    /// The text for some usable rows, of which there must be one.
    String text(List<SweepRow> rows) throws IOException {
        List<TuningRow> tuning =
                Sweep.tuning(rows).stream().map(TuningFile::byInput).toList();
        StringBuilder text = new StringBuilder(Sweep.toYaml(tuning));
        Collective collective = tuning.getFirst().collective();
        if (collective != Collective.ALL_REDUCE) {
            text.append("\ncollectives: { ").append(collective.text()).append(": auto }\n");
        }
        List<String> entries = new ArrayList<>();
        for (String name : tuning.stream().map(TuningRow::algorithm).distinct().toList()) {
            AlgorithmSettings settings = config.algorithm(name);
            if (!isBuiltin(settings)) {
                entries.add("  " + quoted(name) + ":\n    { " + entry(settings) + " }\n");
            }
        }
        if (!entries.isEmpty()) {
            text.append("\nalgorithms:\n").append(String.join("", entries));
        }
        return text.toString();
    }

    /// A choice is made by the bytes of the input, a sweep counts those of the output where that is larger.
    private static TuningRow byInput(TuningRow row) {
        return row.collective() == Collective.ALL_GATHER
                ? new TuningRow(row.collective(), row.ranks(), row.maxBytes() / row.ranks(), row.algorithm())
                : row;
    }

    private static boolean isBuiltin(AlgorithmSettings settings) {
        AlgorithmSettings builtin = CclConfig.builtin().algorithms().get(settings.name());
        return builtin != null && Fingerprint.placeless(builtin).equals(Fingerprint.placeless(settings));
    }

    private String entry(AlgorithmSettings settings) throws IOException {
        List<String> keys = new ArrayList<>();
        keys.add("kernel: " + quoted(kernel(settings)));
        keys.add("topology: " + quoted(settings.topology()));
        keys.add("mapper: " + quoted(settings.mapper()));
        keys.add("validator: " + quoted(settings.validator()));
        keys.add("inter_sip: " + quoted(settings.interSip()));
        Queues queues = settings.queues();
        keys.add("buffer_kind: " + queues.buffer().text());
        keys.add("n_slots: " + queues.slots());
        keys.add("slot_size: " + (queues.slotSize() == 0 ? "auto" : queues.slotSize()));
        keys.add("vc_chunk_size: " + queues.chunkSize());
        if (queues.creditBytes() != Queues.CREDIT_OF_TOPOLOGY) {
            keys.add("ipcq_credit_size_bytes: " + queues.creditBytes());
        }
        add("world_size", settings.worldSize(), keys);
        add("n_elem", settings.elements(), keys);
        add("root_cube", settings.rootCube(), keys);
        return keys.stream().collect(Collectors.joining(", "));
    }

    private static void add(String key, OptionalInt value, List<String> keys) {
        value.ifPresent(number -> keys.add(key + ": " + number));
    }

    private String kernel(AlgorithmSettings settings) throws IOException {
        if (!TextAlgorithms.isFile(settings.kernel())) {
            return settings.kernel();
        }
        Path directory = file.toAbsolutePath().resolveSibling("").toRealPath();
        return directory.relativize(Fingerprint.kernel(settings).toRealPath()).toString();
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}

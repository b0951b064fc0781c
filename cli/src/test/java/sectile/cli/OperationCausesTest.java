package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The table of operations says what each began after: the causes of the critical path, where it is on that. The JSON
/// adds them up.
final class OperationCausesTest {
    private static final List<String> RUNS = List.of(
            "run hello-ring --topology small",
            "run allreduce --topology small --elements 5000",
            "run gemm --topology small --m 200 --n 200 --k 200",
            "run examples/barrier.py --topology small --set system.sips.count=4 --ranks 4",
            "run examples/task_graph.py --topology small",
            "run examples/matmul.py --topology small");

    private static final Pattern PIECE = Pattern.compile(
            "\"start_ps\": ([0-9]+),\\s*\"end_ps\": [0-9]+,\\s*\"resource\": \"([^\"]*)\",\\s*\"cause\": \"([a-z]+)\",\\s*"
                    + "\"op\": \"([^\"]*)\"");
    private static final Pattern CAUSE =
            Pattern.compile("\"cause\": \"([a-z]+)\",\\s*\"operations\": ([0-9]+),\\s*\"idle_ps\": ([0-9]+)");

    @TempDir
    Path temp;

    /// A row of the table.
    private record Row(String engine, long startPs, long workStartPs, long endPs, String after) {}

    private record Piece(long startPs, String resource, String cause, String op) {
        boolean dispatches() {
            return resource.endsWith(".scheduler") && !cause.equals("engine");
        }
    }

    @Test
    void areThoseOfTheCriticalPath() throws IOException {
        var seen = new TreeSet<String>();
        for (String run : RUNS) {
            Path file = temp.resolve("ops.csv");
            List<String> words = new ArrayList<>();
            for (String word : run.split(" ", -1)) {
                words.add(
                        word.startsWith("examples/")
                                ? Checkout.root().resolve(word).toString()
                                : word);
            }
            words.addAll(List.of("--json", "--op-log", file.toString()));
            Result result = InProcess.sectile(words.toArray(String[]::new));
            assertThat(result.exitCode()).as(result.err()).isZero();
            List<Row> rows = rows(file);
            rows.forEach(row -> seen.add(row.after));
            assertThat(rows)
                    .as(run)
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.after).isNotEmpty().isNotEqualTo("unknown"));
            agreesWithPath(run, rows, result.out());
            addsUp(run, rows, result.out());
        }
        assertThat(seen).contains("operand", "engine", "message", "cell", "task", "launch");
    }

    private static List<Row> rows(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<String> columns = List.of(lines.getFirst().split(",", -1));
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            assertThat(cells).as(line).hasSameSizeAs(columns);
            long start = Long.parseLong(cells[columns.indexOf("start (ps)")]);
            long waiting = Long.parseLong(cells[columns.indexOf("waiting (ps)")]);
            long flight = Long.parseLong(cells[columns.indexOf("in flight (ps)")]);
            rows.add(new Row(
                    cells[columns.indexOf("pe")] + "." + cells[columns.indexOf("engine")],
                    start,
                    start + waiting - flight,
                    Long.parseLong(cells[columns.indexOf("end (ps)")]),
                    cells[columns.indexOf("begins after")]));
        }
        return rows;
    }

    /// An operation on the path began after the piece before it, and had to wait for that because of its cause.
    private static void agreesWithPath(String run, List<Row> rows, String json) {
        List<Piece> path = PIECE.matcher(json)
                .results()
                .map(match -> new Piece(Long.parseLong(match.group(1)), match.group(2), match.group(3), match.group(4)))
                .toList();
        int compared = 0;
        for (int i = 1; i < path.size(); i++) {
            Piece piece = path.get(i);
            if (!piece.resource.matches(".*\\.(gemm|math|ipcq)") || piece.op.equals("install queues")) {
                continue;
            }
            int before = i - 1;
            // That the scheduler passes a request on is a part of the operation.
            while (before > 0 && path.get(before).dispatches()) {
                before--;
            }
            String cause = path.get(before).cause;
            List<String> after = rows.stream()
                    .filter(row -> row.engine.equals(piece.resource) && row.workStartPs == piece.startPs)
                    .map(Row::after)
                    // A launch that waited for a task.
                    .map(word -> word.equals("task") ? "launch" : word)
                    .toList();
            assertThat(after).as(run + ": " + piece).contains(cause);
            compared++;
        }
        if (!run.contains("barrier")) {
            assertThat(compared).as(run).isPositive();
        }
    }

    /// Every operation counts, and idle times fill what lies between the operations of an engine.
    private static void addsUp(String run, List<Row> rows, String json) {
        Map<String, Long> operations = new HashMap<>();
        Map<String, Long> idle = new HashMap<>();
        Map<String, Long> until = new LinkedHashMap<>();
        long covered = 0;
        for (Row row : rows) {
            long busy = until.getOrDefault(row.engine, 0L);
            covered += Math.max(0, row.endPs - Math.max(busy, row.startPs));
            until.put(row.engine, Math.max(busy, row.endPs));
            operations.merge(row.after, 1L, Long::sum);
        }
        String part = json.substring(json.indexOf("\"operation_causes\""));
        List<MatchResult> found =
                CAUSE.matcher(part.substring(0, part.indexOf(']'))).results().toList();
        Map<String, Long> counted = new HashMap<>();
        for (MatchResult each : found) {
            counted.put(each.group(1), Long.valueOf(each.group(2)));
            idle.put(each.group(1), Long.valueOf(each.group(3)));
        }
        assertThat(counted).as(run).isEqualTo(operations);
        assertThat(idle.values().stream().mapToLong(Long::longValue).sum() + covered)
                .as(run)
                .isEqualTo(until.values().stream().mapToLong(Long::longValue).sum());
    }
}

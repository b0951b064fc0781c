package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.cli.TraceReader.Event;
import sectile.cli.TraceReader.Track;

/// The timeline of a run says what the table of its operations says, and holds together.
final class TimelineTest {
    @TempDir
    Path temp;

    /// A slice: its track, exact start and length, and name.
    private record Slice(String track, long startPs, long lengthPs, String name) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run hello-ring",
                "run hello-ring --topology small --buffer sram --slots 1",
                "run qkv --topology small --tokens 8 --width 64 --tile-n 16 --tile-k 16",
                "run qkv --tokens 4 --width 256",
                "run allreduce --topology small --elements 300"
            })
    void showsEveryOperationOnce(String command) throws IOException {
        Path traceFile = temp.resolve("run.pftrace");
        Path logFile = temp.resolve("run.csv");
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.addAll(List.of("--trace", traceFile.toString(), "--op-log", logFile.toString(), "--json"));
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        TraceReader trace = new TraceReader(Files.readAllBytes(traceFile));
        assertThat(slices(trace)).containsExactlyInAnyOrderElementsOf(logged(logFile));
        checkTracks(trace);
        checkNesting(trace);
        checkFlows(trace);
        checkCounters(trace);
    }

    private static List<Slice> slices(TraceReader trace) {
        return trace.events().stream()
                .filter(event -> event.type() == TraceReader.BEGIN && isEngine(event))
                .map(event -> new Slice(
                        event.track().path(),
                        event.details().getOrDefault("start ps", -1L),
                        event.details().getOrDefault("length ps", -1L),
                        event.name()))
                .toList();
    }

    private static boolean isEngine(Event event) {
        return event.track().path().startsWith("sip");
    }

    /// Lines of `start,end,pe,engine,op,…,waiting,work,…,in flight`; none of these holds a comma.
    private static List<Slice> logged(Path file) throws IOException {
        List<Slice> slices = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            long start = Long.parseLong(cells[0]);
            long flight = Long.parseLong(cells[13]);
            long waited = Long.parseLong(cells[9]) - flight;
            long worked = Long.parseLong(cells[10]);
            String track = cells[2].replace('.', '/') + "/" + cells[3];
            if (waited > 0) {
                slices.add(new Slice(track, start, waited, "wait: " + cells[4]));
            }
            assertThat(waited + worked + flight).isEqualTo(Long.parseLong(cells[1]) - start);
            boolean message = !cells[7].equals("0");
            if (worked > 0 || waited + flight == 0 || message) {
                slices.add(new Slice(track, start + waited, worked, cells[4]));
            }
            if (flight > 0) {
                slices.add(new Slice(track, start + waited + worked, flight, "in flight: " + cells[4]));
            }
        }
        assertThat(slices).isNotEmpty();
        return slices;
    }

    private static void checkTracks(TraceReader trace) {
        assertThat(trace.tracks().stream().filter(Track::process).map(Track::path))
                .contains("launches", "control processors", "links", "sip0")
                .allSatisfy(path -> assertThat(path).matches("launches|control processors|links|sip\\d+"));
        for (Event event : trace.events()) {
            String path = event.track().path();
            if (event.type() == TraceReader.COUNTER) {
                assertThat(path).matches("sip\\d+/(messages in flight|bytes being moved)");
            } else if (isEngine(event)) {
                assertThat(path).matches("sip\\d+/cube\\d+/pe\\d+/(scheduler|dma in|dma out|gemm|math|ipcq)");
            }
        }
    }

    /// On each track time does not go back, and a slice ends before the next one begins.
    private static void checkNesting(TraceReader trace) {
        Map<Long, Long> last = new HashMap<>();
        Map<Long, Integer> open = new HashMap<>();
        for (Event event : trace.events()) {
            long id = event.track().id();
            assertThat(event.time())
                    .as("time on %s", event.track().path())
                    .isGreaterThanOrEqualTo(last.getOrDefault(id, 0L));
            last.put(id, event.time());
            switch (event.type()) {
                case TraceReader.BEGIN ->
                    assertThat(open.merge(id, 1, Integer::sum)).isEqualTo(1);
                case TraceReader.END ->
                    assertThat(open.merge(id, -1, Integer::sum)).isZero();
                default -> {}
            }
            if (event.type() == TraceReader.BEGIN && isEngine(event)) {
                // Whole nanoseconds, cut.
                assertThat(event.time()).isEqualTo(event.details().getOrDefault("start ps", -1L) / 1000);
            }
        }
        assertThat(open.values()).containsOnly(0);
    }

    /// Every arrow leaves one send and ends at one receive. A reader sorts events by time, stably, and drops an arrow
    /// whose end comes before its begin.
    private static void checkFlows(TraceReader trace) {
        Map<Long, Event> sends = new HashMap<>();
        Map<Long, Event> receives = new HashMap<>();
        List<Event> sorted = new ArrayList<>(trace.events());
        sorted.sort(Comparator.comparingLong(Event::time));
        for (Event event : sorted) {
            for (long flow : event.out()) {
                assertThat(event.name()).startsWith("send ");
                assertThat(sends.put(flow, event)).isNull();
            }
            for (long flow : event.in()) {
                assertThat(event.name()).startsWith("recv ");
                assertThat(sends).as("arrow %d into %s", flow, event.name()).containsKey(flow);
                assertThat(receives.put(flow, event)).isNull();
            }
        }
        assertThat(sends.keySet()).isEqualTo(receives.keySet());
        sends.forEach((flow, send) -> {
            Event receive = Objects.requireNonNull(receives.get(flow));
            assertThat(end(receive)).isGreaterThan(end(send));
            assertThat(receive.details()).containsEntry("bytes", send.details().getOrDefault("bytes", 0L));
        });
        long sent = trace.events().stream()
                .filter(event -> event.name().startsWith("send "))
                .count();
        assertThat(sends).hasSize((int) sent);
    }

    private static long end(Event event) {
        return event.details().getOrDefault("start ps", 0L) + event.details().getOrDefault("length ps", 0L);
    }

    /// Counts go up and down, are never below zero, and end at zero: everything that was sent was received.
    private static void checkCounters(TraceReader trace) {
        Map<String, Long> values = new HashMap<>();
        Map<String, Long> most = new HashMap<>();
        for (Event event : trace.events()) {
            if (event.type() == TraceReader.COUNTER) {
                assertThat(event.value()).as(event.track().path()).isNotNegative();
                values.put(event.track().path(), event.value());
                most.merge(event.track().path(), event.value(), Math::max);
            }
        }
        assertThat(values).isNotEmpty();
        values.forEach((counter, value) ->
                assertThat(value).as(counter + " at the end").isZero());
        most.forEach(
                (counter, value) -> assertThat(value).as("most of " + counter).isPositive());
    }
}

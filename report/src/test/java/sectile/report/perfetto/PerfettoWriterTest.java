package sectile.report.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PerfettoWriterTest {
    private interface Script {
        void run(PerfettoWriter trace);
    }

    @Test
    void placesFormATreeInOrder() throws IOException {
        TraceFile file = written(TimeAxis.PICOSECONDS, trace -> {
            Track sip = trace.process("sip0");
            Track cube = trace.group(sip, "cube3");
            Track pe = trace.group(cube, "pe5");
            trace.slice(trace.lane(pe, "GEMM"), 0, 1, "dot");
            trace.slice(trace.lane(pe, "DMA out ✓"), 0, 1, "send");
            trace.process("sip1");
        });
        assertThat(file.slices)
                .extracting(s -> file.path(s.track()))
                .containsExactly("sip0/cube3/pe5/GEMM", "sip0/cube3/pe5/DMA out ✓");
        assertThat(file.slices).extracting(s -> file.info(s.track()).rank()).containsExactly(0, 1);
        assertThat(file.tracks.values().stream()
                        .filter(TraceFile.TrackInfo::isProcess)
                        .map(TraceFile.TrackInfo::name))
                .containsExactly("sip0", "sip1");
    }

    @Test
    void detailsAndArrowsTravel() throws IOException {
        TraceFile file = written(TimeAxis.PICOSECONDS, trace -> {
            Track sip = trace.process("sip0");
            var details = new Details();
            trace.slice(
                    trace.lane(sip, "a"),
                    10,
                    5,
                    "send",
                    details.number("bytes", 1L << 40).text("line", "k.py:7").flowOut(-3));
            details.clear().number("fill", 0.25).flowIn(-3).flowIn(9).flowIn(10);
            trace.slice(trace.lane(sip, "b"), 20, 5, "recv", details);
            trace.slice(trace.lane(sip, "c"), 30, 5, "idle");
        });
        assertThat(file.slices.get(0).details())
                .containsEntry("bytes", 1L << 40)
                .containsEntry("line", "k.py:7");
        assertThat(file.slices.get(0).out()).containsExactly(-3L);
        assertThat(file.slices.get(1).details()).hasSize(1).containsEntry("fill", 0.25);
        assertThat(file.slices.get(1).in()).containsExactly(-3L, 9L, 10L);
        assertThat(file.slices.get(2).details()).isEmpty();
    }

    @Test
    void overlapsSpreadOverTracksOfOneName() throws IOException {
        TraceFile file = written(TimeAxis.PICOSECONDS, trace -> {
            Lane lane = trace.lane(trace.process("sip0"), "DMA");
            trace.slice(lane, 0, 10, "a");
            trace.slice(lane, 5, 10, "b");
            trace.slice(lane, 10, 2, "c");
            trace.slice(lane, 3, 1, "late");
        });
        assertThat(file.slices).allMatch(s -> s.depth() == 0);
        assertThat(file.slices)
                .extracting(TraceFile.Slice::name, TraceFile.Slice::start, TraceFile.Slice::end)
                .containsExactlyInAnyOrder(
                        tuple("a", 0L, 10L), tuple("b", 5L, 15L), tuple("c", 10L, 12L), tuple("late", 3L, 4L));
        assertThat(file.slices.stream().map(s -> file.path(s.track())).distinct())
                .containsExactly("sip0/DMA");
        assertThat(file.slices.stream().map(TraceFile.Slice::track).distinct()).hasSize(3);
    }

    @Test
    void anyMixOfSlicesComesBackWhole() throws IOException {
        for (TimeAxis axis : TimeAxis.values()) {
            var random = new SplittableRandom(5);
            List<String> expected = new ArrayList<>();
            TraceFile file = written(axis, trace -> {
                Track sip = trace.process("sip0");
                List<Lane> lanes = List.of(trace.lane(sip, "l0"), trace.lane(sip, "l1"), trace.lane(sip, "l2"));
                for (int i = 0; i < 3000; i++) {
                    int lane = random.nextInt(3);
                    // Many equal times and zero lengths: where pairing goes wrong if it can.
                    long start = random.nextInt(400) * 250L;
                    long duration = random.nextInt(5) * 250L;
                    trace.slice(lanes.get(lane), start, duration, "s" + i);
                    expected.add("s" + i + " l" + lane + " " + axis.ticks(start) + " " + axis.ticks(start + duration));
                }
                assertThat(trace.slices()).isEqualTo(3000);
            });
            List<String> found = new ArrayList<>();
            for (TraceFile.Slice s : file.slices) {
                found.add(s.name() + " " + file.info(s.track()).name() + " " + s.start() + " " + s.end());
                assertThat(s.depth()).isZero();
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(file.open).isEmpty();
        }
    }

    @Test
    void slicesBegunByHandNest() throws IOException {
        TraceFile file = written(TimeAxis.PICOSECONDS, trace -> {
            Lane lane = trace.lane(trace.process("sip0"), "PE");
            trace.begin(lane, 0, "kernel", new Details());
            trace.slice(lane, 2, 3, "load");
            trace.slice(lane, 5, 5, "dot");
            trace.end(lane, 10);
            trace.begin(lane, 10, "blocked", new Details());
            trace.instant(lane, 11, "stall", new Details());
        });
        assertThat(file.slices)
                .extracting(s -> s.depth() + s.name())
                .containsExactlyInAnyOrder("0kernel", "1load", "1dot");
        assertThat(file.open).extracting(TraceFile.Slice::name).containsExactly("blocked");
        assertThat(file.instants).extracting(TraceFile.Slice::name).containsExactly("stall");
    }

    @Test
    void misuseIsRefused() throws IOException {
        try (var trace = PerfettoWriter.create(new ByteArrayOutputStream(), TimeAxis.NANOSECONDS)) {
            Track sip = trace.process("sip0");
            Lane lane = trace.lane(sip, "PE");
            assertThatThrownBy(() -> trace.end(lane, 1)).hasMessageContaining("no slice is open on lane PE");
            trace.begin(lane, 5, "a", new Details());
            trace.slice(lane, 6, 4, "b");
            assertThatThrownBy(() -> trace.end(lane, 9)).hasMessageContaining("taken until 10 ps");
            assertThatThrownBy(() -> trace.begin(lane, 4, "c", new Details())).hasMessageContaining("cannot begin");
            assertThatThrownBy(() -> trace.slice(lane, -1, 4, "b")).hasMessageContaining("negative time");
            assertThatThrownBy(() -> trace.slice(lane, 1, -4, "b")).hasMessageContaining("lasts -4 ps");
            assertThatThrownBy(() -> trace.slice(lane, Long.MAX_VALUE, 1, "b")).hasMessageContaining("lasts 1 ps");
            Counter counter = trace.counter(sip, "depth", "");
            trace.sample(counter, 5, 1);
            assertThatThrownBy(() -> trace.sample(counter, 4, 1)).hasMessageContaining("after one at 5 ps");
        }
    }

    @Test
    void countersKeepUnitAndValue() throws IOException {
        TraceFile file = written(TimeAxis.NANOSECONDS, trace -> {
            Track sip = trace.process("sip0");
            Counter depth = trace.counter(sip, "queue depth", "");
            Counter load = trace.counter(sip, "link", "%");
            trace.sample(depth, 1000, 3);
            trace.sample(load, 2500, 12.5);
            trace.sample(depth, 3000, -1);
        });
        assertThat(file.samples).extracting(TraceFile.Sample::time).containsExactly(1L, 2L, 3L);
        assertThat(file.samples).extracting(TraceFile.Sample::value).containsExactly(3.0, 12.5, -1.0);
        assertThat(file.tracks.values()).extracting(TraceFile.TrackInfo::unit).containsExactly(null, "", "%");
    }

    @Test
    void aFileAppearsOnlyWhenFinished(@TempDir Path folder) throws IOException {
        Path target = folder.resolve("run.pftrace");
        Files.writeString(target, "old");
        try (var trace = PerfettoWriter.create(target, TimeAxis.NANOSECONDS)) {
            trace.slice(trace.lane(trace.process("sip0"), "l"), 0, 1, "x");
        }
        assertThat(target).hasContent("old");
        assertThat(names(folder)).containsExactly("run.pftrace");

        try (var trace = PerfettoWriter.create(target, TimeAxis.NANOSECONDS)) {
            trace.slice(trace.lane(trace.process("sip0"), "l"), 0, 1, "x");
            assertThat(target).hasContent("old");
            trace.finish();
            assertThat(Files.size(target)).isEqualTo(trace.bytes());
            assertThatThrownBy(() -> trace.process("sip1")).hasRootCauseMessage("the trace is already finished");
        }
        assertThat(new TraceFile(Files.readAllBytes(target)).slices).hasSize(1);
        assertThat(names(folder)).containsExactly("run.pftrace");
    }

    @Test
    void aFullDiskIsNamedAndLeavesNothing() throws IOException {
        var full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left");
            }
        };
        try (var trace = PerfettoWriter.create(full, TimeAxis.NANOSECONDS)) {
            Lane lane = trace.lane(trace.process("sip0"), "l");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            trace.slice(lane, i, 1, "x");
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class)
                    .hasRootCauseMessage("no space left");
        }
        assertThatThrownBy(() -> PerfettoWriter.create(Path.of("/no/such/folder/t.pftrace"), TimeAxis.NANOSECONDS))
                .isInstanceOf(IOException.class);
    }

    @Test
    void largeNamesAndManyPacketsPassTheBuffer() throws IOException {
        String large = "x".repeat(200_000);
        TraceFile file = written(TimeAxis.PICOSECONDS, trace -> {
            Lane lane = trace.lane(trace.process("sip0"), "l");
            for (int i = 0; i < 5000; i++) {
                trace.slice(lane, i * 10L, 10, i == 2500 ? large : "op" + i % 7);
            }
        });
        assertThat(file.slices).hasSize(5000);
        List<TraceFile.Slice> sorted = file.slices.stream()
                .sorted(Comparator.comparingLong(TraceFile.Slice::start))
                .toList();
        assertThat(sorted.get(2500).name()).isEqualTo(large);
    }

    private static TraceFile written(TimeAxis axis, Script script) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var trace = PerfettoWriter.create(bytes, axis)) {
            script.run(trace);
            trace.finish();
            assertThat(bytes.size()).isEqualTo(trace.bytes());
        }
        return new TraceFile(bytes.toByteArray());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).toList();
        }
    }
}

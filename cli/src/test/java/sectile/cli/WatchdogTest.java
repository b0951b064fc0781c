package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.limit.Progress;
import sectile.cli.command.Console;

class WatchdogTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Limits limits = Limits.none();
    private final List<Diagnostic> ended = new ArrayList<>();

    private Watchdog watchdog(Optional<Duration> timeout, boolean terminal) {
        Console console = new Console(new ByteArrayOutputStream(), err, false, terminal);
        return new Watchdog(limits, timeout, console, ended::add);
    }

    private String shown() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void stopsAtTheTimeout() {
        Watchdog watchdog = watchdog(Optional.of(Duration.ofSeconds(30)), false);
        watchdog.look(Duration.ofMillis(29_999));
        assertThat(limits.isStopped()).isFalse();
        watchdog.look(Duration.ofSeconds(30));
        assertThat(limits.isStopped()).isTrue();
        assertThat(ended).isEmpty();
    }

    @Test
    void endsWhatDoesNotStopAtTheLineSeenLast() {
        Watchdog watchdog = watchdog(Optional.of(Duration.ofSeconds(30)), false);
        limits.work(1, new Span(new SourceFile("p.py", "a\nb\n"), 2, 3));
        watchdog.look(Duration.ofSeconds(40));
        watchdog.look(Duration.ofSeconds(41));
        assertThat(ended).hasSize(1);
        assertThat(ended.getFirst().toString()).startsWith("p.py:2:1: error[LIM-101]");
    }

    @Test
    void withoutATimeoutItGoesOn() {
        watchdog(Optional.empty(), false).look(Duration.ofDays(100));
        assertThat(limits.isStopped()).isFalse();
    }

    @Test
    void aVerbThatHasEndedIsLeftAlone() {
        Watchdog watchdog = watchdog(Optional.of(Duration.ofSeconds(30)), true);
        watchdog.close();
        watchdog.look(Duration.ofSeconds(60));
        assertThat(limits.isStopped()).isFalse();
        assertThat(ended).isEmpty();
        assertThat(shown()).isEmpty();
    }

    @Test
    void showsProgressAfterTwoSecondsAndErasesIt() {
        Watchdog watchdog = watchdog(Optional.empty(), true);
        limits.progress().begin("simulating gemm");
        limits.progress().count(1_234_567, "events", 5_000_000);
        watchdog.look(Duration.ofMillis(1999));
        assertThat(shown()).isEmpty();
        watchdog.look(Duration.ofMillis(2100));
        assertThat(shown()).isEqualTo("\r\u001b[Ksimulating gemm, 5.00 µs simulated, 1,234,567 events, 2 s");
        watchdog.close();
        assertThat(shown()).endsWith("2 s\r\u001b[K");
    }

    @Test
    void aFileOrAPipeGetsNoProgress() {
        Watchdog watchdog = watchdog(Optional.empty(), false);
        limits.progress().begin("simulating gemm");
        watchdog.look(Duration.ofSeconds(10));
        watchdog.close();
        assertThat(shown()).isEmpty();
    }

    @Test
    void outputReplacesTheProgress() {
        Console console = new Console(new ByteArrayOutputStream(), err, false, true);
        console.status("half");
        console.note("a line");
        console.status("");
        assertThat(shown()).isEqualTo("\r\u001b[Khalf\r\u001b[Ka line\n");
    }

    @Test
    void knowsTheShareAndTheTimeLeft() {
        ProgressLine line = new ProgressLine();
        Progress.State state = new Progress.State("sweeping", 25, 100, 0, "", 0);
        assertThat(line.text(state, Duration.ofSeconds(30))).isEqualTo("25 % sweeping, 30 s, about 1 min 30 s left");
        Progress.State nothing = new Progress.State("", 0, 0, 0, "", 0);
        assertThat(line.text(nothing, Duration.ofSeconds(90))).isEqualTo("working, 1 min 30 s");
        Progress.State wordy = new Progress.State("x".repeat(200), 0, 0, 0, "", 0);
        assertThat(line.text(wordy, Duration.ofSeconds(3))).hasSize(79).endsWith("…");
    }

    @Test
    void memoryIsFullOnlyIfItIsInUse() {
        assertThat(new HeapWatch(Long.MAX_VALUE).isFull()).isFalse();
        assertThat(new HeapWatch(1).isFull()).isTrue();
    }

    @Test
    void collectsWhenMostOfALargeHeapIsGarbage() {
        var watch = new HeapWatch(Long.MAX_VALUE);
        System.gc();
        assertThat(watch.keepSmall()).isFalse();
        // 1 GiB that is in use, so that the heap is large whatever the collector does.
        byte[][] blocks = new byte[64][];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = new byte[16 << 20];
        }
        assertThat(blocks).hasDimensions(64, 16 << 20);
        assertThat(watch.keepSmall()).isTrue();
        // It has just been collected, and what is in use has not doubled.
        assertThat(watch.keepSmall()).isFalse();
    }
}

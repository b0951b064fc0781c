package sectile.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TimelineTest {
    @Test
    void overlappingSlicesGetRowsOfTheirOwn() {
        Timeline.Builder builder = Timeline.builder("t");
        int lane = builder.lane("pe0", "DMA");
        builder.slice(lane, 10, 5, "c").slice(lane, 0, 10, "a").slice(lane, 4, 3, "b");
        List<SliceList> rows = builder.build().lanes().getFirst().rows();
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).size()).isEqualTo(2);
        assertThat(rows.get(0).start(1)).isEqualTo(10);
        assertThat(rows.get(1).start(0)).isEqualTo(4);
    }

    @Test
    void dataHoldsGapsDurationsNamesBytesAndMessages() {
        Timeline.Builder builder = Timeline.builder("t");
        int lane = builder.lane("sip0/pe0", "<GEMM>");
        builder.context("sip0/pe0", "idle");
        builder.slice(lane, 10, 5, "dot").slice(lane, 20, 500, "add");
        builder.slice(
                lane,
                520,
                4,
                new Timeline.Kind("recv", "a.py:3", true, "step 1", "message"),
                new Timeline.Cargo(300, 7, false));
        builder.critical(lane, 10, 5)
                .critical(lane, 15, 5)
                .critical(lane, 30, 1)
                .band("step 1", 0, 40);
        var out = new Html();
        TimelineView.write(builder.build(), out);
        assertThat(out.toString())
                .contains("{\"merged\":false,\"kinds\":[{\"name\":\"dot\",\"line\":\"\",\"phase\":\"\"},"
                        + "{\"name\":\"add\",\"line\":\"\",\"phase\":\"\"},"
                        + "{\"name\":\"recv\",\"line\":\"a.py:3\",\"phase\":\"step 1\",\"after\":\"message\",\"wait\":1}],"
                        + "\"bands\":[[\"step 1\",0,40]],\"lanes\":["
                        + "{\"group\":\"sip0/pe0\",\"name\":\"\\u003cGEMM\\u003e\",\"rows\":[3],\"bytes\":true,"
                        + "\"flows\":true,\"critical\":[10,20,30,31]},\n"
                        + "{\"group\":\"sip0/pe0\",\"name\":\"idle\",\"rows\":[],\"context\":true,\"bytes\":false,"
                        + "\"flows\":false,\"critical\":[]}],\"flows\":7,\"slices\":\"");
        // Gap, duration, kind, bytes, message of each slice.
        assertThat(numbers(out.toString()))
                .containsExactly(2L * 10, 5L, 0L, 0L, 0L, 2L * 5, 500L, 1L, 0L, 0L, 0L, 4L, 2L, 300L, 15L);
    }

    /// The numbers of the slices, decoded as the page does.
    private static List<Long> numbers(String page) {
        String data = page.substring(page.indexOf("\"slices\":\"") + 10);
        byte[] bytes = Base64.getDecoder().decode(data.substring(0, data.indexOf('"')));
        List<Long> numbers = new ArrayList<>();
        long value = 0;
        int shift = 0;
        for (byte each : bytes) {
            value |= (long) (each & 127) << shift;
            shift += 7;
            if (each >= 0) {
                numbers.add(value);
                value = 0;
                shift = 0;
            }
        }
        return numbers;
    }

    @Test
    void mergingKeepsCountsAndBusyTimeAndTheLimit() {
        var random = new SplittableRandom(3);
        Timeline.Builder builder = Timeline.builder("t").limit(500);
        long busy = 0;
        for (int lane = 0; lane < 4; lane++) {
            int id = builder.lane("pe" + lane, "GEMM");
            long at = 0;
            for (int i = 0; i < 5000; i++) {
                long duration = i % 1000 == 999 ? 400_000 : random.nextLong(1000);
                builder.slice(id, at, duration, i % 2 == 0 ? "dot" : "add");
                busy += duration;
                at += duration + random.nextLong(500);
            }
        }
        Timeline timeline = builder.build();
        long count = 0;
        long shown = 0;
        long kept = 0;
        long large = 0;
        for (Timeline.Lane lane : timeline.lanes()) {
            for (SliceList row : lane.rows()) {
                shown += row.size();
                long end = 0;
                for (int i = 0; i < row.size(); i++) {
                    assertThat(row.start(i)).isGreaterThanOrEqualTo(end);
                    assertThat(row.busy(i)).isLessThanOrEqualTo(row.duration(i));
                    end = row.start(i) + row.duration(i);
                    count += row.count(i);
                    kept += row.busy(i);
                    large += row.count(i) == 1 && row.duration(i) == 400_000 ? 1 : 0;
                }
            }
        }
        assertThat(timeline.slices()).isEqualTo(20_000);
        assertThat(count).isEqualTo(20_000);
        assertThat(kept).isEqualTo(busy);
        assertThat(shown).isLessThanOrEqualTo(500);
        assertThat(large).as("long slices stay by themselves").isEqualTo(20);
        assertThat(timeline.resolution()).isPositive();
        var out = new Html();
        TimelineView.write(timeline, out);
        assertThat(out.toString())
                .contains("Of 20,000 slices, neighbours shorter than")
                .contains("\"merged\":true");
    }

    /// Work and waits that are drawn as one are still counted apart, and a join with work is named after work.
    @Test
    void mergingKeepsWorkAndWaitsApart() {
        var random = new SplittableRandom(7);
        Timeline.Builder builder = Timeline.builder("t").limit(50);
        int lane = builder.lane("pe0", "ipcq");
        long at = 0;
        long work = 0;
        long waits = 0;
        for (int i = 0; i < 4_000; i++) {
            long wait = 1 + random.nextLong(900);
            long busy = 1 + random.nextLong(100);
            builder.slice(lane, at, wait, new Timeline.Kind("wait: recv", "", true, "", ""));
            builder.slice(lane, at + wait, busy, "recv");
            at += wait + busy;
            work += busy;
            waits += wait;
        }
        Timeline timeline = builder.build();
        long shownWork = 0;
        long shownWaits = 0;
        for (SliceList row : timeline.lanes().getFirst().rows()) {
            for (int i = 0; i < row.size(); i++) {
                shownWork += row.busy(i);
                shownWaits += row.waited(i);
                assertThat(timeline.kinds().get(row.name(i)).waiting()).isEqualTo(row.busy(i) == 0);
            }
        }
        assertThat(shownWork).isEqualTo(work);
        assertThat(shownWaits).isEqualTo(waits);
    }

    @Test
    void aMillionSlicesTakeLessThanThirtyMegabytes() {
        var random = new SplittableRandom(5);
        Timeline.Builder builder = Timeline.builder("t");
        for (int lane = 0; lane < 1_000; lane++) {
            int id = builder.lane("sip" + lane / 100 + "/pe" + lane, "ipcq");
            long at = 0;
            for (int i = 0; i < 1_000; i++) {
                long duration = random.nextLong(1_000_000);
                var cargo = new Timeline.Cargo(random.nextLong(1 << 20), 1 + lane * 1_000L + i, true);
                builder.slice(id, at, duration, new Timeline.Kind("send", "k.py:" + i % 50, false, "", ""), cargo);
                at += duration + random.nextLong(1_000_000);
            }
        }
        Timeline timeline = builder.build();
        assertThat(timeline.slices()).isEqualTo(1_000_000);
        assertThat(timeline.resolution()).as("nothing is merged").isZero();
        var out = new Html();
        TimelineView.write(timeline, out);
        assertThat(out.toString().length()).isLessThan(30_000_000);
    }

    @Test
    void belowTheLimitNothingIsMerged() {
        Timeline.Builder builder = Timeline.builder("t");
        int lane = builder.lane("", "l");
        for (int i = 0; i < 1000; i++) {
            builder.slice(lane, i, 1, "x");
        }
        Timeline timeline = builder.build();
        assertThat(timeline.resolution()).isZero();
        assertThat(timeline.lanes().getFirst().rows().getFirst().size()).isEqualTo(1000);
    }

    @Test
    void moreOverlapsThanRowsAreDrawnOverEachOther() {
        Timeline.Builder builder = Timeline.builder("t");
        int lane = builder.lane("", "l");
        for (int i = 0; i < 20; i++) {
            builder.slice(lane, i, 100, "x");
        }
        List<SliceList> rows = builder.build().lanes().getFirst().rows();
        assertThat(rows).hasSize(8);
        assertThat(rows.stream().mapToInt(SliceList::size).sum()).isEqualTo(20);
    }

    @Test
    void impossibleSlicesAreRefused() {
        Timeline.Builder builder = Timeline.builder("t");
        int lane = builder.lane("", "l");
        assertThatThrownBy(() -> builder.slice(lane, -1, 1, "x")).hasMessageContaining("at -1 ps");
        assertThatThrownBy(() -> builder.slice(lane, 1, -1, "x")).hasMessageContaining("lasts -1 ps");
        assertThatThrownBy(() -> builder.slice(lane, Long.MAX_VALUE, 1, "x")).hasMessageContaining("lasts 1 ps");
        assertThatThrownBy(() -> builder.limit(0)).hasMessageContaining("0 slices");
    }
}

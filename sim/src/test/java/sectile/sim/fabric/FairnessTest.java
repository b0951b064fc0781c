package sectile.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.sim.engine.Engine;

/// Flows that meet on a link each get their share, chunk by chunk, and channels take turns.
final class FairnessTest {
    private static final long CHUNK = 1000;
    private static final long PS_PER_BYTE = 10;

    private final Engine engine = new Engine();

    static List<long[]> flows() {
        List<long[]> all = new ArrayList<>(List.of(
                new long[] {5000, 5000},
                new long[] {5000, 50_000},
                new long[] {50_000, 5000},
                new long[] {5000, 5000, 5000},
                new long[] {1, 70_000, 30_000},
                new long[] {70_000, 999, 1001},
                new long[] {3500, 2500, 500}));
        Random random = new Random(5);
        for (int i = 0; i < 30; i++) {
            all.add(random.longs(2 + random.nextInt(4), 1, 20_000).toArray());
        }
        return all;
    }

    /// One queue of flows: the first sends a chunk and goes to the end.
    private static long[] byHand(long[] sizes) {
        long[] left = sizes.clone();
        long[] ends = new long[sizes.length];
        Deque<Integer> turns = new ArrayDeque<>();
        for (int i = 0; i < sizes.length; i++) {
            turns.add(i);
        }
        long bytes = 0;
        while (!turns.isEmpty()) {
            int flow = turns.remove();
            long sent = Math.min(CHUNK, left[flow]);
            left[flow] -= sent;
            bytes += sent;
            ends[flow] = bytes * PS_PER_BYTE;
            if (left[flow] > 0) {
                turns.add(flow);
            }
        }
        return ends;
    }

    private long[][] arrivals(Fabric fabric, Route route, long[] sizes) {
        long[][] arrived = new long[sizes.length][1];
        for (int i = 0; i < sizes.length; i++) {
            int flow = i;
            fabric.send(route, sizes[i], Channel.DATA, () -> arrived[flow][0] = engine.now());
        }
        return arrived;
    }

    @ParameterizedTest
    @MethodSource("flows")
    void flowsThatBeginTogetherSendAChunkEachInTurn(long[] sizes) {
        Fabric fabric = new Fabric(engine, CHUNK, 2);
        Link shared = fabric.newLink("shared", Units.ofPicoseconds(PS_PER_BYTE));
        long[][] arrived = arrivals(fabric, new Route(new Link[] {shared}, new long[] {0, 300}), sizes);
        engine.run();
        long[] expected = Arrays.stream(byHand(sizes)).map(end -> end + 300).toArray();
        assertThat(Arrays.stream(arrived).mapToLong(a -> a[0]).toArray()).isEqualTo(expected);
        assertThat(shared.bytes()).isEqualTo(Arrays.stream(sizes).sum());
        assertThat(shared.busyPs()).isEqualTo(Arrays.stream(sizes).sum() * PS_PER_BYTE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void aControlMessageWaitsForOneChunkOrForAllThatCameBefore(int channels) {
        Fabric fabric = new Fabric(engine, CHUNK, channels);
        Link shared = fabric.newLink("shared", Units.ofPicoseconds(PS_PER_BYTE));
        Route route = new Route(new Link[] {shared}, new long[2]);
        long[][] data = arrivals(fabric, route, new long[] {3 * CHUNK, 3 * CHUNK, 3 * CHUNK, 3 * CHUNK});
        long[] control = {-1};
        fabric.send(route, 16, Channel.CONTROL, () -> control[0] = engine.now());
        engine.run();
        // With a channel of its own it is next after the chunk in progress; without, the four that wait go before it.
        long before = channels == 1 ? 4 * CHUNK : CHUNK;
        assertThat(control[0]).isEqualTo((before + 16) * PS_PER_BYTE);
        assertThat(data[3][0]).isEqualTo((12 * CHUNK + 16) * PS_PER_BYTE);
    }

    @Test
    void manyControlMessagesDoNotStarveData() {
        Fabric fabric = new Fabric(engine, CHUNK, 2);
        Link shared = fabric.newLink("shared", Units.ofPicoseconds(PS_PER_BYTE));
        Route route = new Route(new Link[] {shared}, new long[2]);
        long[] last = {-1};
        for (int i = 0; i < 10; i++) {
            fabric.send(route, CHUNK, Channel.CONTROL, () -> last[0] = engine.now());
        }
        long[][] data = arrivals(fabric, route, new long[] {2 * CHUNK});
        engine.run();
        // One control chunk is in progress; then data, control, data, control …
        assertThat(data[0][0]).isEqualTo(4 * CHUNK * PS_PER_BYTE);
        assertThat(last[0]).isEqualTo(12 * CHUNK * PS_PER_BYTE);
    }

    @Test
    void aLateFlowGetsItsShareFromThenOn() {
        Fabric fabric = new Fabric(engine, CHUNK, 2);
        Link shared = fabric.newLink("shared", Units.ofPicoseconds(PS_PER_BYTE));
        Route route = new Route(new Link[] {shared}, new long[2]);
        long[][] early = arrivals(fabric, route, new long[] {10 * CHUNK});
        long[] late = {-1};
        // In the middle of the fifth chunk.
        engine.schedule(45_000, () -> fabric.send(route, 5 * CHUNK, Channel.DATA, () -> late[0] = engine.now()));
        engine.run();
        // Chunks 6 to 10 alternate with the five of the late flow, which comes first: it was waiting.
        assertThat(late[0]).isEqualTo(50_000 + 9 * CHUNK * PS_PER_BYTE);
        assertThat(early[0][0]).isEqualTo(150_000);
    }
}

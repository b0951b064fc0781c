package sectile.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.sim.engine.Engine;

/// What happens when transfers meet: links are shared by chunks, channels take turns, no one overtakes within a
/// channel.
final class SharingTest {
    private static final long PS_PER_BYTE = 10;
    private static final long CHUNK = 1000;

    private final Engine engine = new Engine();
    private final Fabric fabric = new Fabric(engine, CHUNK, 2);
    private final Link shared = fabric.newLink("shared", Units.ofPicoseconds(PS_PER_BYTE));

    private Route over(Link... links) {
        return new Route(links, new long[links.length + 1]);
    }

    private long[] send(Route route, long bytes, Channel channel) {
        long[] arrived = {-1};
        fabric.send(route, bytes, channel, () -> arrived[0] = engine.now());
        return arrived;
    }

    @Test
    void twoFlowsOnOneLinkEachGetHalf() {
        long[] first = send(over(shared), 50_000, Channel.DATA);
        long[] second = send(over(shared), 50_000, Channel.DATA);
        engine.run();
        long alone = 50_000 * PS_PER_BYTE;
        assertThat(second[0]).isEqualTo(2 * alone);
        // The first one's last chunk goes just before the second one's.
        assertThat(first[0]).isEqualTo(2 * alone - CHUNK * PS_PER_BYTE);
        assertThat(shared.busyPs()).isEqualTo(2 * alone);
        assertThat(shared.bytes()).isEqualTo(100_000);
    }

    @Test
    void aShortFlowThatJoinsLateIsNotStuckBehindALongOne() {
        send(over(shared), 1_000_000, Channel.DATA);
        long[] late = {-1};
        engine.schedule(35_000, () -> fabric.send(over(shared), 2 * CHUNK, Channel.DATA, () -> late[0] = engine.now()));
        engine.run();
        // The running chunk ends at 40,000; then its two chunks alternate with two of the long flow.
        assertThat(late[0]).isEqualTo(40_000 + 3 * CHUNK * PS_PER_BYTE);
    }

    @Test
    void flowsFromDifferentSidesShareTheLinkWhereTheyMeet() {
        Link left = fabric.newLink("left", Units.ofPicoseconds(PS_PER_BYTE));
        Link right = fabric.newLink("right", Units.ofPicoseconds(PS_PER_BYTE));
        long[] first = send(over(left, shared), 20_000, Channel.DATA);
        long[] second = send(over(right, shared), 20_000, Channel.DATA);
        engine.run();
        long both = 40_000 * PS_PER_BYTE;
        assertThat(Math.max(first[0], second[0])).isEqualTo(both);
        assertThat(Math.min(first[0], second[0])).isGreaterThanOrEqualTo(both - 2 * CHUNK * PS_PER_BYTE);
    }

    @Test
    void channelsTakeTurns() {
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            fabric.send(over(shared), CHUNK, Channel.DATA, () -> order.add("data"));
        }
        fabric.send(over(shared), 10, Channel.CONTROL, () -> order.add("control"));
        engine.run();
        // The first data chunk is in progress; control then waits for one turn at most, not for all the data.
        assertThat(order.indexOf("control")).isLessThanOrEqualTo(2);
        assertThat(order).hasSize(4);
    }

    @Test
    void withinAChannelNobodyOvertakes() {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            fabric.send(over(shared), 1 + (i * 37) % 500, Channel.DATA, () -> order.add(number));
        }
        engine.run();
        assertThat(order).isSorted().hasSize(20);
    }

    @Test
    void aSlowSourceLeavesRoomForOthers() {
        long[] slow = {-1};
        fabric.send(
                over(shared),
                10_000,
                Channel.DATA,
                0,
                Units.ofPicoseconds(4 * PS_PER_BYTE),
                () -> slow[0] = engine.now());
        engine.run();
        assertThat(slow[0]).isEqualTo(10_000 * 4 * PS_PER_BYTE);
        assertThat(shared.busyPs()).isEqualTo(10_000 * PS_PER_BYTE);
    }

    @Test
    void anEmptyTransferPaysTheWayOnly() {
        Route route = new Route(new Link[] {shared}, new long[] {300, 400});
        long[] arrived = send(route, 0, Channel.DATA);
        engine.run();
        assertThat(arrived[0]).isEqualTo(700);
    }
}

package sectile.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.sim.Place;

/// Full-duplex links carry both directions at once, half-duplex ones in turn; a length times a speed is a latency.
final class DuplexTest {
    private static final long BYTES = 20_000;
    private static final long CHUNK = 1000;
    private static final long PS_PER_BYTE = 10;
    private static final Place A = new Place(0, 0, 0);
    private static final Place EAST = new Place(0, 1, 0);
    private static final Place NEXT_SIP = new Place(1, 0, 0);

    /// A link, and two endpoints that only this link joins at a finite rate.
    record Joined(String link, Endpoint a, Endpoint b) {}

    static Stream<Joined> links() {
        return Stream.of(
                new Joined("system.links.host_pcie", Endpoint.HOST, Endpoint.hbm(A)),
                new Joined("system.links.pcie_switch", Endpoint.HOST, Endpoint.hbm(A)),
                new Joined("system.links.switch_sip", Endpoint.HOST, Endpoint.hbm(A)),
                new Joined("system.links.sip_sip", Endpoint.pe(A), Endpoint.pe(NEXT_SIP)),
                new Joined("sip.links.iocpu_io", Endpoint.ioCpu(0), Endpoint.mCpu(0, 0)),
                new Joined("sip.links.io_noc", Endpoint.HOST, Endpoint.hbm(A)),
                new Joined("sip.links.ucie", Endpoint.pe(A), Endpoint.pe(EAST)),
                new Joined("cube.links.mcpu_noc", Endpoint.mCpu(0, 0), Endpoint.pe(A)),
                new Joined("cube.links.pe_noc", Endpoint.pe(A), Endpoint.hbm(A)),
                new Joined("cube.links.hbm_noc", Endpoint.pe(A), Endpoint.hbm(A)),
                new Joined("cube.links.sram_noc", Endpoint.pe(A), Endpoint.sram(0, 0)));
    }

    @ParameterizedTest
    @MethodSource("links")
    void bothDirectionsOfAFullDuplexLinkGoAtOnce(Joined joined) {
        FreeFabric free = new FreeFabric(joined.link + ".bandwidth_gbs=100", joined.link + ".duplex=full");
        long[] there = free.send(joined.a, joined.b, BYTES);
        long[] back = free.send(joined.b, joined.a, BYTES);
        free.engine.run();
        assertThat(there[0]).isEqualTo(BYTES * PS_PER_BYTE);
        assertThat(back[0]).isEqualTo(BYTES * PS_PER_BYTE);
        assertThat(free.fabric.links()).hasSize(2).allSatisfy(link -> {
            assertThat(link.bytes()).isEqualTo(BYTES);
            assertThat(link.busyPs()).isEqualTo(BYTES * PS_PER_BYTE);
        });
    }

    @ParameterizedTest
    @MethodSource("links")
    void bothDirectionsOfAHalfDuplexLinkTakeTurns(Joined joined) {
        FreeFabric free = new FreeFabric(joined.link + ".bandwidth_gbs=100", joined.link + ".duplex=half");
        long[] there = free.send(joined.a, joined.b, BYTES);
        long[] back = free.send(joined.b, joined.a, BYTES);
        free.engine.run();
        assertThat(there[0]).isEqualTo((2 * BYTES - CHUNK) * PS_PER_BYTE);
        assertThat(back[0]).isEqualTo(2 * BYTES * PS_PER_BYTE);
        assertThat(free.fabric.links()).singleElement().satisfies(link -> {
            assertThat(link.bytes()).isEqualTo(2 * BYTES);
            assertThat(link.busyPs()).isEqualTo(2 * BYTES * PS_PER_BYTE);
            assertThat(link.name()).contains("<->");
        });
    }

    @Test
    void twoSipsInARingHaveALinkForEachWay() {
        // Both ways round are equally short, so each goes east, and they do not meet.
        FreeFabric free = new FreeFabric(
                "system.sips.count=2", "system.links.sip_sip.bandwidth_gbs=100", "system.links.sip_sip.duplex=half");
        long[] there = free.send(Endpoint.pe(A), Endpoint.pe(NEXT_SIP), BYTES);
        long[] back = free.send(Endpoint.pe(NEXT_SIP), Endpoint.pe(A), BYTES);
        free.engine.run();
        assertThat(there[0]).isEqualTo(BYTES * PS_PER_BYTE);
        assertThat(back[0]).isEqualTo(BYTES * PS_PER_BYTE);
    }

    @ParameterizedTest
    @CsvSource({"4, 0.15, 600", "7, 0.15, 1050", "0, 0.15, 0", "12.5, 0, 0", "0.5, 0.002, 1", "1000, 6.7, 6700000"})
    void aDistanceTimesASpeedIsALatency(String millimetres, String nanoseconds, long picoseconds) {
        FreeFabric free = new FreeFabric("cube.links.sram_noc={ bandwidth_gbs: inf, distance_mm: " + millimetres
                + ", ns_per_mm: " + nanoseconds + " }");
        long[] arrived = free.send(Endpoint.pe(A), Endpoint.sram(0, 0), BYTES);
        free.engine.run();
        assertThat(arrived[0]).isEqualTo(picoseconds);
    }

    @Test
    void whatCostsNothingTakesNoTimeAndNoLink() {
        FreeFabric free = new FreeFabric();
        long[][] arrived = new long[100][];
        for (int i = 0; i < arrived.length; i++) {
            arrived[i] = free.send(Endpoint.pe(A), Endpoint.hbm(new Place(2, 1, 1)), 1L << 40);
        }
        free.engine.run();
        assertThat(Arrays.stream(arrived).mapToLong(time -> time[0])).containsOnly(0L);
        assertThat(free.fabric.links()).isEmpty();
    }

    @Test
    void anInfiniteLinkIsNeverOccupied() {
        FreeFabric free = new FreeFabric("sip.links.ucie.latency_ns=7");
        long[] first = free.send(Endpoint.pe(A), Endpoint.pe(EAST), 1L << 40);
        long[] second = free.send(Endpoint.pe(A), Endpoint.pe(EAST), 1);
        free.engine.run();
        assertThat(first[0]).isEqualTo(7000);
        assertThat(second[0]).isEqualTo(7000);
    }
}

package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.path.CriticalPath;
import sectile.sim.path.Tracing;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// DMA engines with several channels, against times derived by hand.
final class DmaChannelsTest {
    private static final Place[] RING = {new Place(0, 0, 0), new Place(1, 0, 0), new Place(2, 0, 0)};

    /// Only DMA engines take time.
    private static Topology machine(int channels) {
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=3",
                        "system.links.sip_sip={ bandwidth_gbs: inf, latency_ns: 0 }",
                        "pe.components.pe_dma.attrs={ overhead_ns: 0, bandwidth_gbs: 64, channels: " + channels
                                + " }"));
    }

    /// 64 KB to the east and as much to the west at 64 GB/s each.
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1", "3, 1", "64, 1"})
    void queuesHaveChannelsOfTheirOwn(int channels, int microseconds) {
        long bytes = 64_000;
        for (Pace pace : Pace.values()) {
            MachineOptions options = MachineOptions.standard().withPace(pace).traced(Tracing.PATH);
            try (Machine machine = Machine.open(machine(channels), options)) {
                machine.install(Rings.ring(Space.TCM, 2, bytes, RING));
                LaunchResult result = machine.launch(
                        (tl, args) -> {
                            var value = tl.zeros(Shape.of(bytes), DType.U8);
                            tl.send("E", value);
                            tl.send("W", value);
                            tl.recv("W", Shape.of(bytes), DType.U8);
                            tl.recv("E", Shape.of(bytes), DType.U8);
                        },
                        KernelArgs.of(),
                        PeSet.of(RING));
                assertThat(result.peExecutionPs()).isEqualTo(microseconds * 1_000_000L);
                assertThat(machine.criticalPath(result.submittedPs(), result.completedPs())
                                .map(CriticalPath::latencyPs))
                        .hasValue(result.latencyPs());
            }
        }
    }

    /// Whatever is sent by one queue arrives in order, a short message after a long one, too.
    @Test
    void oneQueueStaysInOrder() {
        try (Machine machine = Machine.open(machine(4))) {
            machine.install(Rings.ring(Space.TCM, 8, 64_000, RING));
            double[][] got = new double[3][4];
            LaunchResult result = machine.launch(
                    (tl, args) -> {
                        int[] sizes = {16_000, 1, 8_000, 2};
                        for (int i = 0; i < sizes.length; i++) {
                            tl.send("E", tl.full(Shape.of(sizes[i]), DType.F32, i));
                        }
                        for (int i = 0; i < sizes.length; i++) {
                            var received = tl.add(tl.recv("W", Shape.of(sizes[i]), DType.F32), 0);
                            got[tl.place().sip()][i] =
                                    received.tile().orElseThrow().toDoubles()[0];
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(RING));
            for (double[] each : got) {
                assertThat(each).containsExactly(0, 1, 2, 3);
            }
            assertThat(result.peExecutionPs()).isEqualTo(24_003L * 4 * 1000 / 64 + 1);
        }
    }
}

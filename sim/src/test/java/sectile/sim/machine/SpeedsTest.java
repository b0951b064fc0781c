package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;

/// Parts that are slower or faster than others of their kind, against times derived by hand.
final class SpeedsTest {
    private static final Place SLOW = new Place(1, 0, 0);
    private static final Place OTHER = new Place(0, 0, 0);
    private static final int BYTES = 1 << 20;

    /// How long a load of 1 MiB from the PE's own HBM and a vector operation take on a machine on which nothing takes
    /// time but what the settings say.
    private static long time(Place place, String... settings) {
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("system.fabric.chunk_bytes=1048576");
        try (Machine machine = Machine.open(Topologies.preset("flat", all), MachineOptions.standard())) {
            long address = machine.allocate(Space.HBM, place, BYTES);
            LaunchResult result = machine.launch(
                    (tl, args) -> tl.neg(tl.load(address, Shape.of(BYTES / 4), DType.F32)),
                    KernelArgs.of(),
                    PeSet.of(place));
            return result.peExecutionPs();
        }
    }

    private static final String MATH = "pe.components.pe_math.attrs.clock_ghz=1";
    private static final String LINK = "cube.links.hbm_noc.bandwidth_gbs=64";
    private static final String DMA = "pe.components.pe_dma.attrs.bandwidth_gbs=64";
    /// 1 MiB at 64 GB/s, in picoseconds.
    private static final long MOVING = BYTES * 1000L / 64;

    @Test
    void enginesOfAPlace() {
        long math = time(OTHER, MATH);
        assertThat(math).isPositive();
        assertThat(time(SLOW, MATH)).isEqualTo(math);
        assertThat(time(SLOW, MATH, "speeds=[{of: sip1, speed: 0.5}]")).isEqualTo(2 * math);
        assertThat(time(OTHER, MATH, "speeds=[{of: sip1, speed: 0.5}]")).isEqualTo(math);
        assertThat(time(SLOW, MATH, "speeds=[{of: sip1.cube0.pe0, speed: 0.25}]"))
                .isEqualTo(4 * math);
        assertThat(time(SLOW, MATH, "speeds=[{of: sip1, part: pe_math, speed: 2}]"))
                .isEqualTo(math / 2);
        assertThat(time(SLOW, MATH, "speeds=[{of: sip1, part: pe_gemm, speed: 0.5}]"))
                .isEqualTo(math);
        assertThat(time(SLOW, MATH, "speeds=[{of: sip1, speed: 0.5}, {of: sip1.cube0, speed: 0.5}]"))
                .isEqualTo(4 * math);
    }

    @Test
    void theDmaEngine() {
        assertThat(time(SLOW, DMA)).isEqualTo(MOVING);
        assertThat(time(SLOW, DMA, "speeds=[{of: sip1, speed: 0.5}]")).isEqualTo(2 * MOVING);
        assertThat(time(SLOW, DMA, "speeds=[{of: sip1, part: pe_dma, speed: 0.25}]"))
                .isEqualTo(4 * MOVING);
        assertThat(time(OTHER, DMA, "speeds=[{of: sip1, part: pe_dma, speed: 0.25}]"))
                .isEqualTo(MOVING);
    }

    @Test
    void links() {
        assertThat(time(SLOW, LINK)).isEqualTo(MOVING);
        assertThat(time(SLOW, LINK, "speeds=[{of: sip1, speed: 0.5}]")).isEqualTo(MOVING);
        assertThat(time(SLOW, LINK, "speeds=[{of: sip1, part: hbm_noc, speed: 0.5}]"))
                .isEqualTo(2 * MOVING);
        assertThat(time(OTHER, LINK, "speeds=[{of: sip1, part: hbm_noc, speed: 0.5}]"))
                .isEqualTo(MOVING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hbm_noc", "link"})
    void whatAlwaysVariesInTheSameWayIsASlowerMachine(String what) {
        String vary = "variation={draw: 5, " + what + ": {speed: 'bernoulli(1, 0.5)'}}";
        assertThat(time(SLOW, LINK, vary)).isEqualTo(2 * MOVING);
        assertThat(time(SLOW, LINK, vary, "variation.draw=0")).isEqualTo(MOVING);
    }

    @Test
    void drawsDifferAndRepeat() {
        String vary = "variation={pe: {speed: 'normal(1, 0.05)'}}";
        long one = time(SLOW, MATH, vary, "variation.draw=1");
        assertThat(time(SLOW, MATH, vary, "variation.draw=1")).isEqualTo(one);
        assertThat(time(SLOW, MATH, vary, "variation.draw=2")).isNotEqualTo(one);
        assertThat(time(OTHER, MATH, vary, "variation.draw=1")).isNotEqualTo(one);
        assertThat(time(SLOW, MATH, vary, "variation.draw=1", "variation.seed=2"))
                .isNotEqualTo(one);
    }
}

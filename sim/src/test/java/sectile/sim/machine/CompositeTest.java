package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// `composite` streams: with two tile buffers, the load of the next tiles overlaps the product of these.
final class CompositeTest {
    private static final Place PE = new Place(0, 0, 0);
    private static final long PS_PER_BYTE = 10;

    /// Only the DMA engine and the matrix engine take time.
    private static Topology topology(String clockGhz) {
        return Topologies.preset(
                "flat",
                List.of(
                        "pe.components.pe_dma.attrs.bandwidth_gbs=100",
                        "pe.components.pe_gemm.attrs.clock_ghz=" + clockGhz));
    }

    @ParameterizedTest
    @CsvSource({
        // clock, m, n, k, tile: bound by the matrix engine, by the DMA engine, ragged edges, a single step
        "0.01, 64, 64, 256, 32",
        "10, 64, 64, 256, 32",
        "1, 50, 33, 70, 16",
        "0.1, 17, 40, 100, 64",
        "1, 16, 16, 16, 16"
    })
    void costsWhatTwoBuffersGive(String clock, int m, int n, int k, int tile) {
        Topology topology = topology(clock);
        long stepsK = Math.ceilDiv(k, tile);
        long[] readyPs = new long[1];
        long freePs = 0;
        long storedPs = 0;
        long[] ends = new long[(int) (Math.ceilDiv(m, tile) * (long) Math.ceilDiv(n, tile) * stepsK)];
        int step = 0;
        for (int row = 0; row < m; row += tile) {
            for (int column = 0; column < n; column += tile) {
                for (int depth = 0; depth < k; depth += tile) {
                    int rows = Math.min(tile, m - row);
                    int columns = Math.min(tile, n - column);
                    int depths = Math.min(tile, k - depth);
                    long asked = step < 2 ? 0 : ends[step - 2];
                    long bytes = 2L * (rows * depths + depths * columns);
                    readyPs[0] = Math.max(readyPs[0], asked) + bytes * PS_PER_BYTE;
                    freePs = Math.max(freePs, readyPs[0])
                            + topology.gemm().picoseconds(rows, columns, depths, DType.F16);
                    ends[step++] = freePs;
                    if (depth + tile >= k) {
                        storedPs = Math.max(storedPs, freePs) + 4L * rows * columns * PS_PER_BYTE;
                    }
                }
            }
        }
        Kernel kernel = (tl, args) -> tl.composite(
                "gemm",
                tl.ref(args.pointer(0), Shape.of(m, k), DType.F16),
                tl.ref(args.pointer(1), Shape.of(k, n), DType.F16),
                args.pointer(2),
                DType.F32,
                tile,
                tile,
                tile);
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withData(false))) {
            long a = machine.allocate(Space.HBM, PE, 2L * m * k);
            long b = machine.allocate(Space.HBM, PE, 2L * k * n);
            long c = machine.allocate(Space.HBM, PE, 4L * m * n);
            LaunchResult result = machine.launch(kernel, KernelArgs.of(a, b, c), PeSet.of(PE));
            assertThat(result.peExecutionPs()).isEqualTo(storedPs);
        }
    }
}

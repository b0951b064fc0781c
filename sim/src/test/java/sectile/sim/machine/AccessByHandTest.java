package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Mmu;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Loads and stores of every memory from everywhere take what docs/simulator.md says, to the picosecond.
final class AccessByHandTest {
    private static final long[] SIZES = {0, 1, 8, 100, 4096, 16_384, 16_385, 70_001};

    static List<Topology> machines() {
        return List.of(
                Topologies.preset("default"),
                Topologies.preset("small"),
                Topologies.preset(
                        "small",
                        List.of("system.sips.count=5", "system.sips.join=direct", "sip.cube_mesh={ w: 3, h: 2 }")),
                Topologies.preset("small", List.of("sip.io_cube=3", "system.fabric.request_bytes=1000")),
                Topologies.preset("small", List.of("pe.components.tcm.attrs.bandwidth_gbs=33.3")),
                Topologies.preset("small", List.of("pe.components.pe_dma.attrs.bandwidth_gbs=77.7")),
                Topologies.preset(
                        "small",
                        List.of(
                                "pe.components.pe_dma.attrs.bandwidth_gbs=inf",
                                "pe.components.tcm.attrs.bandwidth_gbs=inf",
                                "cube.links.hbm_noc.bandwidth_gbs=899.9",
                                "cube.links.sram_noc.bandwidth_gbs=3")),
                Topologies.preset("flat"));
    }

    /// An access of PE `from` to the memory `space` of `to`.
    private record Access(Topology topology, Place from, Space space, Place to) {
        private boolean own() {
            return space == Space.TCM && from.equals(to);
        }

        private ByHand way() {
            ByHand way = new ByHand(topology);
            if (own()) {
                return way;
            }
            return way.link(LinkKind.PE_NOC)
                    .network(from, to)
                    .link(
                            switch (space) {
                                case HBM -> LinkKind.HBM_NOC;
                                case SRAM -> LinkKind.SRAM_NOC;
                                case TCM -> LinkKind.PE_NOC;
                            });
        }

        private ComponentKind memory() {
            return switch (space) {
                case HBM -> ComponentKind.HBM;
                case SRAM -> ComponentKind.SRAM;
                case TCM -> ComponentKind.TCM;
            };
        }

        private long started() {
            return topology.processor(ComponentKind.SCHEDULER).servicePs(0)
                    + topology.dma().overheadPs();
        }

        long loadPs(long bytes) {
            long request = way().picoseconds(topology.fabric().requestBytes());
            ByHand back = way().node(memory())
                    .node(ComponentKind.TCM)
                    .rate(topology.dma().bandwidth().unitsPerByte());
            if (space == Space.TCM) {
                back.rate(topology.tcm().bandwidth().unitsPerByte());
            }
            return started() + request + back.picoseconds(bytes);
        }

        long storePs(long bytes) {
            ByHand there = way().node(memory())
                    .rate(topology.dma().bandwidth().unitsPerByte())
                    .rate(topology.tcm().bandwidth().unitsPerByte());
            return started() + there.picoseconds(bytes);
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void everyLoadAndStoreCostsWhatTheGuideSays(Topology topology) {
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
            Place from = place(topology, random);
            Place to = i % 5 == 0 ? from : place(topology, random);
            Access access = new Access(topology, from, Space.values()[i % 3], to);
            try (Machine machine = Machine.open(topology)) {
                long address = machine.allocate(access.space, to, 70_001);
                for (long bytes : SIZES) {
                    Shape shape = Shape.of(bytes);
                    assertThat(execution(machine, from, (tl, args) -> tl.load(address, shape, DType.U8)))
                            .as("load %d bytes, %s", bytes, access)
                            .isEqualTo(access.loadPs(bytes));
                    // Making the value takes time of its own, before.
                    long[] before = new long[1];
                    execution(machine, from, (tl, args) -> {
                        var value = tl.zeros(shape, DType.U8);
                        before[0] = machine.nowPs();
                        tl.store(address, value);
                        before[0] = machine.nowPs() - before[0];
                    });
                    assertThat(before[0])
                            .as("store %d bytes, %s", bytes, access)
                            .isEqualTo(access.storePs(bytes));
                }
            }
        }
    }

    private static long execution(Machine machine, Place place, Kernel kernel) {
        return machine.launch(kernel, KernelArgs.of(), PeSet.of(place)).peExecutionPs();
    }

    private static Place place(Topology topology, Random random) {
        return new Place(
                random.nextInt(topology.sips()),
                random.nextInt(topology.cubes()),
                random.nextInt(topology.pesPerCube()));
    }

    @Test
    void aVirtualAddressCostsATranslationAndPiecesGoAtTheSameTime() {
        Topology topology = Topologies.preset("small", List.of("pe.components.pe_mmu.attrs.overhead_ns=2.5"));
        Place from = new Place(0, 0, 0);
        Place near = new Place(0, 0, 1);
        Place far = new Place(1, 3, 1);
        try (Machine machine = Machine.open(topology)) {
            long nearBlock = machine.allocate(Space.HBM, near, 4096);
            long farBlock = machine.allocate(Space.HBM, far, 4096);
            long virtual = machine.allocateVirtual(0, 8192);
            machine.map(
                    PeSet.of(from),
                    place -> List.of(
                            new Mmu.Entry(virtual, 4096, nearBlock), new Mmu.Entry(virtual + 4096, 4096, farBlock)));
            Access toNear = new Access(topology, from, Space.HBM, near);
            Access toFar = new Access(topology, from, Space.HBM, far);
            long translation = 2500;
            assertThat(execution(machine, from, (tl, args) -> tl.load(virtual, Shape.of(4096), DType.U8)))
                    .isEqualTo(translation + toNear.loadPs(4096));
            // Requests share the PE's link out: 32 bytes at 256 GB/s are 125 ps. The answer of the near one has long
            // come when that of the far one does.
            assertThat(execution(machine, from, (tl, args) -> tl.load(virtual, Shape.of(8192), DType.U8)))
                    .isEqualTo(translation + 125 + toFar.loadPs(4096));
        }
    }

    @ParameterizedTest
    @CsvSource({"full, 1", "half, 2"})
    void outgoingAndIncomingBytesOnlyHinderEachOtherAtAHalfDuplexPort(String duplex, int times) {
        Topology topology = Topologies.preset(
                "flat",
                List.of(
                        "cube.pe_layout.pe_per_corner=2",
                        "cube.links.pe_noc={ bandwidth_gbs: 100, latency_ns: 0, duplex: " + duplex + " }"));
        long bytes = 50_000;
        try (Machine machine = Machine.open(topology)) {
            machine.install(
                    InstallPlan.of(Wiring.ring(List.of(Rings.A, Rings.B)), new QueueConfig(Space.TCM, 1, bytes, 0)));
            LaunchResult result = machine.launch(
                    (tl, args) -> {
                        tl.send("E", tl.zeros(Shape.of(bytes), DType.U8));
                        tl.recv("W", Shape.of(bytes), DType.U8);
                    },
                    KernelArgs.of(),
                    PeSet.of(Rings.A, Rings.B));
            // 10 ps a byte; each payload leaves by one port and comes in by the other.
            assertThat(result.peExecutionPs()).isEqualTo(times * bytes * 10);
        }
    }

    @Test
    void aLoadAndAPayloadShareTheWayIn() {
        Topology topology = Topologies.preset(
                "flat",
                List.of(
                        "cube.pe_layout.pe_per_corner=2",
                        "system.fabric.chunk_bytes=1000",
                        "cube.links.pe_noc={ bandwidth_gbs: 100, latency_ns: 0 }"));
        long bytes = 50_000;
        try (Machine machine = Machine.open(topology)) {
            machine.install(Rings.pair(1, bytes));
            long address = machine.allocate(Space.HBM, Rings.B, bytes);
            long[] loaded = new long[1];
            LaunchResult result = machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(Rings.A)) {
                            tl.send("E", tl.zeros(Shape.of(bytes), DType.U8));
                        } else {
                            tl.load(address, Shape.of(bytes), DType.U8);
                            loaded[0] = machine.nowPs();
                            tl.recv("W", Shape.of(bytes), DType.U8);
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(Rings.A, Rings.B));
            // Chunk by chunk in turn; which of the two is last is a matter of one chunk.
            assertThat(result.peExecutionPs()).isEqualTo(2 * bytes * 10);
            assertThat(loaded[0] - result.firstStartPs()).isBetween(2 * bytes * 10 - 10_000, 2 * bytes * 10);
        }
    }

    @Test
    void sendsLeaveOneAfterTheOther() {
        Topology topology = Topologies.preset("small");
        Place a = new Place(0, 0, 0);
        Place b = new Place(0, 0, 1);
        long bytes = 64_000;
        try (Machine machine = Machine.open(topology)) {
            machine.install(Rings.pair(4, bytes));
            long[] sent = new long[3];
            long[] arrived = new long[3];
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(a)) {
                            var value = tl.zeros(Shape.of(bytes), DType.U8);
                            for (int i = 0; i < 3; i++) {
                                sent[i] = machine.nowPs();
                                tl.send("E", value);
                            }
                            // So that the message that the kernel has ended does not come between the payloads.
                            tl.exp(tl.zeros(Shape.of(1 << 20), DType.F32));
                        } else {
                            for (int i = 0; i < 3; i++) {
                                tl.recv("W", Shape.of(bytes), DType.U8);
                                arrived[i] = machine.nowPs();
                            }
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(a, b));
            // The kernel only waits for the PE_IPCQ, 5 ns each.
            assertThat(sent[1] - sent[0]).isEqualTo(5000);
            assertThat(sent[2] - sent[1]).isEqualTo(5000);
            // PE_IPCQ 5, DMA 10, 0.6 + 5 + 0.6 + 3 of way, 250 for the bytes, PE_IPCQ 5.
            assertThat(arrived[0] - sent[0]).isEqualTo(5000 + 10_000 + 9200 + 250_000 + 5000);
            // The others wait for the DMA engine to have sent those before.
            assertThat(arrived[1] - arrived[0]).isEqualTo(250_000);
            assertThat(arrived[2] - arrived[1]).isEqualTo(250_000);
        }
    }
}

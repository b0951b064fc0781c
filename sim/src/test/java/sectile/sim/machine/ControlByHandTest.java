package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Mmu;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The control path hop by hop: host → io_cpu → m_cpu → pe_cpu and back, and copies of the host.
final class ControlByHandTest {
    static List<Topology> machines() {
        return List.of(
                Topologies.preset("default"),
                Topologies.preset("small", List.of("sip.io_cube=2")),
                Topologies.preset(
                        "small",
                        List.of(
                                "system.components.host.attrs.entry_ns=1",
                                "sip.components.io_cpu.attrs.entry_ns=3",
                                "cube.components.m_cpu.attrs.entry_ns=5",
                                "pe.components.pe_cpu.attrs.entry_ns=7",
                                "system.fabric.entry_bytes=40")),
                Topologies.preset("small", List.of("system.sips.count=3", "system.sips.join=direct")),
                Topologies.preset("flat"));
    }

    private static long service(Topology topology, ComponentKind kind, long entries) {
        return topology.processor(kind).servicePs(entries);
    }

    private static ByHand hostToIoCpu(Topology topology) {
        return new ByHand(topology).hostToIo().link(LinkKind.IOCPU_IO);
    }

    private static ByHand ioCpuToMCpu(Topology topology, Place place) {
        return new ByHand(topology)
                .link(LinkKind.IOCPU_IO)
                .node(ComponentKind.IO)
                .ioToCube(place.cube())
                .link(LinkKind.MCPU_NOC);
    }

    private static ByHand mCpuToPe(Topology topology) {
        return new ByHand(topology)
                .link(LinkKind.MCPU_NOC)
                .node(ComponentKind.NOC)
                .link(LinkKind.PE_NOC);
    }

    /// Until the PE_CPU of a single PE has handled a message.
    private static long down(Topology topology, Place place, long payload, long entries) {
        long bytes = topology.fabric().controlBytes() + payload;
        return service(topology, ComponentKind.HOST, 0)
                + hostToIoCpu(topology).picoseconds(bytes)
                + service(topology, ComponentKind.IO_CPU, entries)
                + ioCpuToMCpu(topology, place).picoseconds(bytes)
                + service(topology, ComponentKind.M_CPU, entries)
                + mCpuToPe(topology).picoseconds(bytes)
                + service(topology, ComponentKind.PE_CPU, entries);
    }

    private static long up(Topology topology, Place place) {
        long bytes = topology.fabric().controlBytes();
        return mCpuToPe(topology).picoseconds(bytes)
                + service(topology, ComponentKind.M_CPU, 0)
                + ioCpuToMCpu(topology, place).picoseconds(bytes)
                + service(topology, ComponentKind.IO_CPU, 0)
                + hostToIoCpu(topology).picoseconds(bytes)
                + service(topology, ComponentKind.HOST, 0);
    }

    private static List<Place> places(Topology topology) {
        Random random = new Random(9);
        List<Place> places = new ArrayList<>(List.of(new Place(0, 0, 0)));
        for (int i = 0; i < 12; i++) {
            places.add(new Place(
                    random.nextInt(topology.sips()),
                    random.nextInt(topology.cubes()),
                    random.nextInt(topology.pesPerCube())));
        }
        return places;
    }

    @ParameterizedTest
    @MethodSource("machines")
    void aLaunchOnOnePe(Topology topology) {
        for (Place place : places(topology)) {
            for (int count : new int[] {0, 1, 5, 40}) {
                try (Machine machine = Machine.open(topology)) {
                    Object[] arguments = new Object[count];
                    java.util.Arrays.fill(arguments, 1L);
                    LaunchResult result = machine.launch((tl, args) -> {}, KernelArgs.of(arguments), PeSet.of(place));
                    assertThat(result.firstStartPs()).isEqualTo(down(topology, place, 8L * count, 0));
                    assertThat(result.latencyPs())
                            .isEqualTo(down(topology, place, 8L * count, 0) + up(topology, place));
                    assertThat(result.peExecutionPs()).isZero();
                    assertThat(result.networkPs()).isEqualTo(result.latencyPs());
                    assertThat(machine.nowPs()).isEqualTo(result.completedPs());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void mappingOnOnePe(Topology topology) {
        for (Place place : places(topology)) {
            for (int count : new int[] {1, 2, 9}) {
                try (Machine machine = Machine.open(topology)) {
                    long block = machine.allocate(Space.HBM, place, 64L * count);
                    long virtual = machine.allocateVirtual(place.sip(), 64L * count);
                    List<Mmu.Entry> entries = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        // Not in a row, so that they stay as many.
                        entries.add(new Mmu.Entry(virtual + 64L * i, 64, block + 64L * (count - 1 - i)));
                    }
                    machine.map(PeSet.of(place), p -> entries);
                    long payload = count * topology.fabric().entryBytes();
                    long mapped = down(topology, place, payload, count)
                            + service(topology, ComponentKind.PE_MMU, count)
                            + up(topology, place);
                    assertThat(machine.nowPs()).isEqualTo(mapped);
                    machine.submitUnmap(PeSet.of(place), virtual, 64L * count);
                    machine.drain();
                    assertThat(machine.nowPs() - mapped)
                            .as("unmapping is a message with one entry")
                            .isEqualTo(down(topology, place, topology.fabric().entryBytes(), 1)
                                    + service(topology, ComponentKind.PE_MMU, 1)
                                    + up(topology, place));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void installingOnOnePe(Topology topology) {
        for (Place place : places(topology)) {
            try (Machine machine = Machine.open(topology)) {
                Wiring wiring = Wiring.of(List.of(place), p -> {
                    SequencedMap<String, Place> loops = new LinkedHashMap<>();
                    loops.put("E", p);
                    loops.put("W", p);
                    loops.put("N", p);
                    return loops;
                });
                machine.install(InstallPlan.of(wiring, new QueueConfig(Space.TCM, 2, 64, 16)));
                assertThat(machine.nowPs())
                        .isEqualTo(down(topology, place, 3 * topology.fabric().entryBytes(), 3)
                                + service(topology, ComponentKind.PE_IPCQ, 3)
                                + up(topology, place));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void copiesOfTheHost(Topology topology) {
        for (Place place : places(topology)) {
            for (Space space : Space.values()) {
                for (int bytes : new int[] {0, 1, 64, 16_320, 16_384, 50_001}) {
                    try (Machine machine = Machine.open(topology)) {
                        long address = machine.allocate(space, place, bytes);
                        machine.write(address, NdArray.zeros(DType.U8, Shape.of(bytes)));
                        long control = topology.fabric().controlBytes();
                        long host = service(topology, ComponentKind.HOST, 0);
                        long written = host
                                + hostToMemory(topology, space, place, true).picoseconds(control + bytes)
                                + hostToMemory(topology, space, place, true).picoseconds(control)
                                + host;
                        assertThat(machine.nowPs())
                                .as("write %d to %s %s", bytes, space, place)
                                .isEqualTo(written);
                        machine.read(address, DType.U8, Shape.of(bytes));
                        long request = topology.fabric().requestBytes();
                        assertThat(machine.nowPs() - written)
                                .as("read %d from %s %s", bytes, space, place)
                                .isEqualTo(host
                                        + hostToMemory(topology, space, place, false)
                                                .picoseconds(request)
                                        + hostToMemory(topology, space, place, true)
                                                .picoseconds(bytes)
                                        + host);
                    }
                }
            }
        }
    }

    /// @param access whether the memory's own overhead belongs to it
    private static ByHand hostToMemory(Topology topology, Space space, Place place, boolean access) {
        ByHand way = new ByHand(topology).hostToIo().ioToCube(place.cube());
        way.link(
                switch (space) {
                    case HBM -> LinkKind.HBM_NOC;
                    case SRAM -> LinkKind.SRAM_NOC;
                    case TCM -> LinkKind.PE_NOC;
                });
        if (access) {
            way.node(
                    switch (space) {
                        case HBM -> ComponentKind.HBM;
                        case SRAM -> ComponentKind.SRAM;
                        case TCM -> ComponentKind.TCM;
                    });
        }
        return way;
    }

    /// Processors one after the other and nothing else: every link is infinitely fast and free.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void processorsServeOneMessageAfterTheOther(int pesPerCorner) {
        Topology topology = Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=3",
                        "sip.cube_mesh={ w: 2, h: 2 }",
                        "cube.pe_layout.pe_per_corner=" + pesPerCorner,
                        "system.links.sip_sip.latency_ns=0",
                        "system.components.host.attrs.overhead_ns=1000",
                        "sip.components.io_cpu.attrs.overhead_ns=100",
                        "cube.components.m_cpu.attrs.overhead_ns=10",
                        "pe.components.pe_cpu.attrs.overhead_ns=1"));
        try (Machine machine = Machine.open(topology)) {
            LaunchResult result = machine.launch((tl, args) -> {}, KernelArgs.of(), PeSet.all(topology));
            assertThat(result.firstStartPs()).isEqualTo(1_111_000);
            assertThat(result.lastEndPs()).isEqualTo(1_111_000);
            // Up again: 10 for each PE of a cube, 100 for each of 4 cubes, 1000 for each of 3 SIPs.
            assertThat(result.latencyPs())
                    .isEqualTo(1_111_000 + pesPerCorner * 10_000L + 4 * 100_000L + 3 * 1_000_000L);
        }
    }

    @Test
    void messagesToManyShareTheSendersLink() {
        // 64 bytes take 64 ns on the m_cpu's link; everything else is free.
        Topology topology = Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=1",
                        "cube.pe_layout.pe_per_corner=4",
                        "cube.links.mcpu_noc.bandwidth_gbs=1",
                        "system.fabric.control_bytes=64"));
        try (Machine machine = Machine.open(topology)) {
            LaunchResult result = machine.launch((tl, args) -> {}, KernelArgs.of(1, 2), PeSet.all(topology));
            long toMCpu = 80_000;
            assertThat(result.firstStartPs()).isEqualTo(toMCpu + 80_000);
            assertThat(result.lastEndPs()).isEqualTo(toMCpu + 4 * 80_000);
            // The last completion goes in over the same link's other direction, which is free by then.
            assertThat(result.latencyPs()).isEqualTo(toMCpu + 4 * 80_000 + 64_000 + 64_000);
        }
    }

    @Test
    void argumentsThatDifferAreCarriedForEveryPe() {
        Topology topology = Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=1",
                        "sip.cube_mesh.w=2",
                        "cube.pe_layout.pe_per_corner=3",
                        "system.links.host_pcie.bandwidth_gbs=1"));
        for (boolean same : new boolean[] {true, false}) {
            try (Machine machine = Machine.open(topology)) {
                Launch launch = same
                        ? machine.submit((tl, args) -> {}, KernelArgs.of(1, 2), PeSet.all(topology))
                        : machine.submit((tl, args) -> {}, place -> KernelArgs.of(1, 2), PeSet.all(topology));
                machine.drain();
                // 16 bytes once, or for each of 2 × 3 PEs, at a nanosecond a byte.
                assertThat(launch.result().firstStartPs()).isEqualTo(same ? 16_000 : 96_000);
            }
        }
    }
}

package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static sectile.sim.machine.World.A;
import static sectile.sim.machine.World.B;
import static sectile.sim.machine.World.C;
import static sectile.sim.machine.World.HBM;
import static sectile.sim.machine.World.VIRTUAL;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.DiagnosticRenderer;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.AddressMap;
import sectile.sim.memory.AllocationError;
import sectile.sim.memory.MachineSize;
import sectile.sim.memory.Mmu;
import sectile.sim.memory.VirtualRanges;
import sectile.sim.topology.Topologies;

/// Every way for the host to ask the machine for what cannot be: each gives its own diagnostic and changes nothing.
///
/// To add a case, copy the lines of one: the name, the code, a part of the message, and the call.
final class WrongCallTest {
    private static final Place NOWHERE = new Place(0, 7, 0);
    private static final NdArray FOUR = NdArray.zeros(DType.F32, Shape.of(4));
    private static final QueueConfig QUEUES = new QueueConfig(Space.TCM, 2, 64, 16);

    static final List<Wrong> CASES = List.of(
            wrong("launch on a place that is not there", "SIM-404", "cubes of 2 PEs", world -> {
                world.machine().launch((tl, args) -> {}, KernelArgs.of(), PeSet.of(NOWHERE));
            }),
            wrong("launch on a SIP that is not there", "SIM-404", "sip9.cube0.pe0 does not exist", world -> {
                world.machine().launch((tl, args) -> {}, KernelArgs.of(), PeSet.sip(World.SMALL, 9));
            }),
            wrong("launch on no PE", "SIM-405", "expected at least one", world -> {
                world.machine().launch((tl, args) -> {}, KernelArgs.of(), PeSet.of());
            }),
            wrong("run inside a run", "SIM-406", "cannot run or close it", world -> {
                world.launch((tl, args) -> world.machine().drain(), A);
            }),
            wrong("launch inside a kernel", "SIM-406", "on sip0.cube0.pe0 in kernel", world -> {
                world.launch((tl, args) -> world.launch((inner, none) -> {}, B), A);
            }),
            wrong("close inside a kernel", "SIM-406", "cannot run or close it", world -> {
                world.launch((tl, args) -> world.close(), A);
            }),
            wrong("allocation that does not fit", "SIM-311", "sip0.cube0.pe1.tcm cannot give 12582913 bytes", world -> {
                world.machine().allocate(Space.TCM, B, (12 << 20) + 1);
            }),
            wrong("allocation of a negative size", "SIM-313", "a block of -1 bytes", world -> {
                world.machine().allocate(Space.HBM, A, -1);
            }),
            wrong("allocation in a place that is not there", "SIM-404", "sip0.cube7.pe0 does not exist", world -> {
                world.machine().allocate(Space.SRAM, NOWHERE, 64);
            }),
            wrong("free twice", "SIM-310", "freed already, or never allocated", world -> {
                long block = world.machine().allocate(Space.HBM, B, 64);
                world.machine().free(block);
                world.machine().free(block);
            }),
            wrong("free inside a block", "SIM-310", "is not in use in sip0.cube0.pe0.hbm", world -> {
                world.machine().free(world.args().pointer(HBM) + 64);
            }),
            wrong("free of what is not memory", "SIM-310", "nothing is allocated there", world -> {
                world.machine().free(world.machine().addresses().peStatus(A, 0));
            }),
            wrong("free of a virtual address", "SIM-305", "is not a physical address", world -> {
                world.machine().free(world.args().pointer(VIRTUAL));
            }),
            wrong("free of a virtual range never given out", "SIM-310", "sip1.virtual", world -> {
                world.machine().freeVirtual(1, world.args().pointer(VIRTUAL));
            }),
            wrong("virtual range of a SIP that is not there", "SIM-404", "sip2.cube0.pe0", world -> {
                world.machine().allocateVirtual(2, 64);
            }),
            wrong("virtual range of a negative size", "SIM-313", "a block of -4096 bytes", world -> {
                world.machine().allocateVirtual(0, -4096);
            }),
            wrong("virtual range past all addresses", "SIM-311", "sip0.virtual cannot give", world -> {
                world.machine().allocateVirtual(0, Long.MAX_VALUE);
            }),
            wrong("write to a virtual address", "SIM-305", "must be mapped on the PE that uses it", world -> {
                world.machine().write(world.args().pointer(VIRTUAL), FOUR);
            }),
            wrong("write to what is not memory", "SIM-401", "is not memory but IPCQ ring", world -> {
                world.machine().write(world.machine().addresses().peIpcq(A, 0), FOUR);
            }),
            wrong("write that leaves its memory", "SIM-402", "which ends 8 bytes on", world -> {
                world.machine().write(world.machine().addresses().peTcm(A, (16 << 20) - 8), FOUR);
            }),
            wrong("one bad write among good ones", "SIM-307", "nothing at address", world -> {
                world.machine().write(Map.of(world.args().pointer(HBM), FOUR, 42L << 31, FOUR));
            }),
            wrong("read that leaves its memory", "SIM-402", "leaves its memory", world -> {
                world.machine().read(world.machine().addresses().peHbm(B, (24L << 30) - 4), DType.F32, Shape.of(4));
            }),
            wrong("read of nothing", "SIM-307", "SIP 3 does not exist", world -> {
                world.machine().read(3L << 43, DType.F32, Shape.of(4));
            }),
            wrong("timed write of a negative size", "SIM-313", "a block of -5 bytes", world -> {
                world.machine().writeTimed(world.args().pointer(HBM), -5);
            }),
            wrong("mapping a virtual address twice", "SIM-320", "= note: on sip0.cube0.pe0", world -> {
                map(
                        world,
                        new Mmu.Entry(
                                world.args().pointer(VIRTUAL) + 64,
                                64,
                                world.args().pointer(HBM)));
            }),
            wrong("mapping a physical address", "SIM-322", "below 2^51 addresses are physical", world -> {
                map(world, new Mmu.Entry(4096, 64, world.args().pointer(HBM)));
            }),
            wrong("mapping to nothing", "SIM-307", "cube 5 does not exist", world -> {
                map(world, new Mmu.Entry(1L << 60, 64, 5L << 38));
            }),
            wrong("mapping to what is not memory", "SIM-401", "is not memory but scratchpad", world -> {
                map(
                        world,
                        new Mmu.Entry(1L << 60, 64, world.machine().addresses().peScratchpad(A, 0)));
            }),
            wrong("mapping past a memory", "SIM-402", "which ends 32 bytes on", world -> {
                map(
                        world,
                        new Mmu.Entry(1L << 60, 64, world.machine().addresses().cubeSram(0, 0, (32 << 20) - 32)));
            }),
            wrong("mapping on a place that is not there", "SIM-404", "sip0.cube7.pe0", world -> {
                world.machine().map(PeSet.of(NOWHERE), place -> List.of());
            }),
            wrong("second installation on a PE", "IPC-301", "queues are installed on sip0.cube0.pe1 already", world -> {
                world.machine().install(InstallPlan.of(Wiring.ring(List.of(C, B)), QUEUES));
            }),
            wrong("ring too large for its memory", "SIM-311", "sip0.cube1.pe1.tcm cannot give 8388608", world -> {
                Place d = new Place(0, 1, 1);
                QueueConfig large = new QueueConfig(Space.TCM, 2, 4 << 20, 16);
                world.machine().install(InstallPlan.of("large", Wiring.ring(List.of(d, C)), large));
            }),
            wrong("peer outside the machine", "IPC-303", "leads to sip0.cube7.pe0, which does not exist", world -> {
                world.machine().install(InstallPlan.of(Wiring.ring(List.of(C, NOWHERE)), QUEUES));
            }),
            wrong("queues on a place that is not there", "SIM-404", "sip0.cube7.pe0", world -> {
                world.machine().install(InstallPlan.of(Wiring.ring(List.of(NOWHERE)), QUEUES));
            }),
            wrong("ring without slots", "IPC-101", "at least 1 slot, not 0", world -> {
                new QueueConfig(Space.TCM, 0, 64, 16);
            }),
            wrong("slot of a negative size", "IPC-102", "at least 1 byte, not -64", world -> {
                new QueueConfig(Space.TCM, 2, -64, 16);
            }),
            wrong("credit of a negative size", "IPC-103", "cannot have -1 bytes", world -> {
                new QueueConfig(Space.TCM, 2, 64, -1);
            }),
            wrong("ring that overflows", "IPC-104", "overflows 64 bits", world -> {
                new QueueConfig(Space.HBM, 3, Long.MAX_VALUE / 2, 16);
            }),
            wrong("a place twice in a ring", "IPC-105", "sip0.cube1.pe0 appears twice", world -> {
                Wiring.ring(List.of(C, B, C));
            }),
            wrong("uninstalling queues in use", "IPC-304", "is running on sip0.cube0.pe0", world -> {
                world.launch((tl, args) -> world.machine().uninstall(PeSet.of(A, B)), A);
            }),
            wrong("uninstalling on a place that is not there", "SIM-404", "sip0.cube7.pe0", world -> {
                world.machine().uninstall(PeSet.of(NOWHERE));
            }),
            wrong("more SIPs than their fields hold", "SIM-302", "rack and sip has 3 bits but 9 SIPs need 4", world -> {
                new AddressMap(size(9, 1), 1, 2, 5, 38);
            }),
            wrong(
                    "more cubes than their field holds",
                    "SIM-302",
                    "cube has 2 bits but 5 cubes per SIP need 3",
                    world -> {
                        new AddressMap(size(1, 5), 4, 4, 2, 38);
                    }),
            wrong("addresses that are too wide", "SIM-301", "all together are at most 63", world -> {
                new AddressMap(size(1, 1), 10, 10, 6, 38);
            }),
            wrong("memory that does not fit its window", "SIM-303", "HBM of 17179869184 bytes does not fit", world -> {
                new AddressMap(size(1, 1), 4, 4, 5, 30);
            }),
            wrong("address of a component that is not there", "SIM-306", "sip0.cube7.pe0 does not exist", world -> {
                world.machine().addresses().peHbm(NOWHERE, 0);
            }),
            wrong("offset past a component", "SIM-304", "offset 0x1000000 is outside TCM", world -> {
                world.machine().addresses().peTcm(A, 16 << 20);
            }),
            wrong("no room for virtual addresses", "SIM-312", "leave no room for virtual ones", world -> {
                new VirtualRanges(62).allocate(0, 64);
            }),
            wrong("a run past the end of time", "SIM-502", "the 562 seconds of simulated time there are", world -> {
                var slow = Topologies.preset("small", List.of("system.links.host_pcie.bandwidth_gbs=0.000001"));
                try (Machine machine =
                        Machine.open(slow, MachineOptions.standard().withData(false))) {
                    machine.writeTimed(machine.allocate(Space.HBM, A, 1 << 20), 1 << 20);
                }
            }));

    record Wrong(String name, String code, String text, Consumer<World> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Wrong wrong(String name, String code, String text, Consumer<World> call) {
        return new Wrong(name, code, text, call);
    }

    private static void map(World world, Mmu.Entry entry) {
        world.machine().map(PeSet.of(A), place -> List.of(entry));
    }

    private static MachineSize size(int sips, int cubes) {
        return new MachineSize(sips, cubes, 1, 16L << 30, 1 << 20, 1 << 20);
    }

    static Stream<Wrong> cases() {
        return CASES.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesItsDiagnosticAndChangesNothing(Wrong wrong) {
        try (World world = new World(MachineOptions.standard())) {
            long before = world.soundKernelPs();
            DiagnosticException caught = catchThrowableOfType(
                    DiagnosticException.class, () -> wrong.call().accept(world));
            assertThat(caught).isNotNull();
            assertThat(caught.diagnostics()).singleElement().satisfies(found -> {
                assertThat(found.code()).isEqualTo(wrong.code());
                assertThat(new DiagnosticRenderer().render(found)).contains(wrong.text());
            });
            assertThat(world.soundKernelPs()).as("afterwards").isEqualTo(before);
            // What was refused has left nothing behind that would be in the way of a sound installation.
            world.machine().install(InstallPlan.of("after", Wiring.ring(List.of(C, new Place(0, 1, 1))), QUEUES));
        }
    }

    @Test
    void anAllocationErrorSaysHowMuchThereIs() {
        try (World world = new World(MachineOptions.standard())) {
            Machine machine = world.machine();
            long total = 12 << 20;
            Place pe = new Place(1, 3, 1);
            long first = machine.allocate(Space.TCM, pe, 4 << 20);
            machine.allocate(Space.TCM, pe, 4 << 20);
            machine.free(first);
            AllocationError error =
                    catchThrowableOfType(AllocationError.class, () -> machine.allocate(Space.TCM, pe, 5 << 20));
            assertThat(error.pool()).isEqualTo("sip1.cube3.pe1.tcm");
            assertThat(error.asked()).isEqualTo(5 << 20);
            assertThat(error.free()).isEqualTo(total - (4 << 20));
            assertThat(error.largest()).isEqualTo(4 << 20);
            assertThat(error).hasMessageContaining("SIM-311");
        }
    }

    @Test
    void casesHaveDistinctNames() {
        assertThat(CASES.stream().map(Wrong::name)).doesNotHaveDuplicates();
    }
}

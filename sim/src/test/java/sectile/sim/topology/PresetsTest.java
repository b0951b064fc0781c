package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.diag.DiagnosticException;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.MathOp;

final class PresetsTest {
    @Test
    void theDefaultMachine() {
        Topology machine = Topologies.preset("default");
        assertThat(machine.name()).isEqualTo("default");
        assertThat(machine.sips()).isEqualTo(2);
        assertThat(machine.join()).isEqualTo(SipJoin.SWITCH);
        assertThat(machine.cubes()).isEqualTo(16);
        assertThat(machine.pesPerCube()).isEqualTo(8);
        assertThat(machine.pes()).isEqualTo(256);
        assertThat(machine.racks()).isOne();
        assertThat(machine.compositeTile()).isEqualTo(128);
        assertThat(machine.hbmSlice()).isEqualTo(6L << 30);
        assertThat(machine.memoryMap()).isEqualTo(new MemoryMap(48L << 30, 32 << 20, 16 << 20, 4 << 20));
        assertThat(machine.fabric()).isEqualTo(new FabricSpec(16384, 2, 32, 64, 16, 16));
        assertThat(machine.address().totalBits()).isEqualTo(51);
        assertThat(machine.component(ComponentKind.SWITCH).overheadPs()).isEqualTo(5000);
        assertThat(machine.processor(ComponentKind.PE_IPCQ).servicePs(3)).isEqualTo(20_000);
        assertThat(machine.link(LinkKind.PE_NOC)).isEqualTo(new LinkSpec(LinkKind.PE_NOC, gbs(256), 600, Duplex.FULL));
        assertThat(machine.link(LinkKind.HBM_NOC).duplex()).isEqualTo(Duplex.HALF);
        assertThat(machine.dma().bandwidth()).isEqualTo(gbs(256));
        assertThat(machine.gemm().picoseconds(16, 16, 32, DType.F16)).isEqualTo(1250);
        assertThat(machine.math().picoseconds(MathOp.EXP, 128, DType.F16)).isEqualTo(2500);
    }

    @Test
    void theSmallMachine() {
        Topology machine = Topologies.preset("small");
        assertThat(List.of(machine.sips(), machine.cubes(), machine.pesPerCube()))
                .containsExactly(2, 4, 2);
        assertThat(machine.peLayout().corners()).containsExactly(Corner.NW, Corner.SE);
    }

    @Test
    void onTheFlatMachineOnlyLinksBetweenSipsCost() {
        Topology machine = Topologies.preset("flat");
        assertThat(machine.pes()).isEqualTo(8);
        assertThat(machine.join()).isEqualTo(SipJoin.DIRECT);
        assertThat(machine.sipGrid()).isEqualTo(new SipGrid(SipTopology.RING_1D, 8, 1));
        for (ComponentKind kind : ComponentKind.values()) {
            assertThat(machine.component(kind).overheadPs()).as(kind.text()).isZero();
        }
        for (LinkKind kind : LinkKind.values()) {
            LinkSpec link = machine.link(kind);
            assertThat(link.bandwidth().infinite()).as(kind.text()).isEqualTo(kind != LinkKind.SIP_SIP);
            assertThat(link.latencyPs()).as(kind.text()).isEqualTo(kind == LinkKind.SIP_SIP ? 500_000 : 0);
        }
        assertThat(machine.link(LinkKind.SIP_SIP).bandwidth().picoseconds(1 << 20))
                .isEqualTo(10L << 20);
        assertThat(machine.gemm().picoseconds(64, 64, 64, DType.F16)).isZero();
        assertThat(machine.math().picoseconds(MathOp.SOFTMAX, 1000, DType.F64)).isZero();
        assertThat(machine.fabric().chunkBytes()).isEqualTo(1L << 40);
    }

    @Test
    void theFlatMachineGrowsTo4096Ranks() {
        assertThat(Topologies.preset("flat", List.of("system.sips.count=4096")).pes())
                .isEqualTo(4096);
    }

    @Test
    void theTorus() {
        Topology machine = Topologies.preset("torus");
        assertThat(machine.sipGrid()).isEqualTo(new SipGrid(SipTopology.TORUS_2D, 4, 4));
        assertThat(machine.sipNeighbours(5)).hasSize(4);
        assertThat(machine.pes()).isEqualTo(16);
    }

    @Test
    void theLargeMachine() {
        Topology machine = Topologies.preset("large");
        assertThat(machine.racks()).isEqualTo(16);
        assertThat(machine.pes()).isEqualTo(102_400);
    }

    @Test
    void readingAPresetTwiceGivesEqualMachines() {
        for (String name : Topologies.presetNames()) {
            assertThat(Topologies.preset(name)).isEqualTo(Topologies.preset(name));
        }
    }

    @Test
    void anUnknownPresetNamesTheNearest() {
        assertThatThrownBy(() -> Topologies.preset("defalt")).hasMessageContaining("did you mean `default`?");
        assertThatThrownBy(() -> Topologies.preset("default", List.of("system.sips.count=0")))
                .isInstanceOf(DiagnosticException.class);
    }

    private static Bandwidth gbs(long value) {
        return Bandwidth.ofGbs(BigDecimal.valueOf(value));
    }
}

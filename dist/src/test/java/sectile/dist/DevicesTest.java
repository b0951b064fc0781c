package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.device.Device;
import sectile.base.device.DeviceBuffer;
import sectile.base.device.DeviceMemory;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.sim.Place;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.PeSet;
import sectile.sim.machine.Sip;
import sectile.sim.topology.Topologies;

/// Tensors, workers and groups name the devices they use.
class DevicesTest {
    private static Cluster open() throws Exception {
        return Cluster.open(Topologies.preset("flat", List.of("system.sips.count=4")));
    }

    @Test
    void aTensorLiesOnTheDeviceOfItsWorkerAndGroupsKnowTheirs() throws Exception {
        try (Cluster cluster = open()) {
            cluster.distributed().initProcessGroup("ahbm");
            cluster.spawn(4, rank -> {
                assertThat(cluster.device()).isSameAs(cluster.devices().get(rank));
                cluster.ahbm().setDevice(rank);
                DeviceTensor tensor = cluster.full(Shape.of(64), DType.F32, rank, DpPolicy.onePe());
                assertThat(tensor.device()).isSameAs(cluster.devices().get(rank));
                var pair = cluster.distributed().newGroup(List.of(1, 3));
                assertThat(pair.devices())
                        .containsExactly(
                                cluster.devices().get(1), cluster.devices().get(3));
                if (pair.contains(rank)) {
                    pair.allReduce(tensor, ReduceOp.SUM);
                }
                assertThat(tensor.item(5)).isEqualTo(rank % 2 == 0 ? rank : 4);
            });
        }
    }

    @Test
    void aDeviceHasMemoryOfItsOwnBesideTensors() throws Exception {
        try (Cluster cluster = open()) {
            Device device = cluster.devices().get(2);
            DeviceMemory memory = device.memory().orElseThrow();
            DeviceBuffer buffer = memory.allocate(64);
            DeviceTensor tensor = cluster.zeros(Shape.of(16), DType.F32, DpPolicy.onePe());
            memory.copyTo(buffer, 0, MemorySegment.ofArray(new byte[] {1, 2, 3}));
            byte[] read = new byte[3];
            memory.copyFrom(buffer, 0, MemorySegment.ofArray(read));
            assertThat(read).containsExactly(1, 2, 3);
            assertThat(tensor.item(0)).isZero();
            assertThat(cluster.machine().holds(memory)).isTrue();
            assertThat(buffer.device()).hasToString("sip:2");
        }
    }

    @Test
    void aDeviceHasNothingToDoWithThePesOfAnother() throws Exception {
        try (Cluster cluster = open()) {
            Sip device = cluster.devices().get(2);
            assertThatThrownBy(() -> device.allocate(Space.HBM, new Place(1, 0, 0), DType.F32, 4))
                    .hasMessage("sip1.cube0.pe0 is not a PE of sip:2");
            assertThatThrownBy(() -> device.submit(
                            (tl, args) -> {}, place -> KernelArgs.of(), PeSet.of(List.of(new Place(3, 0, 0))), ""))
                    .hasMessage("sip3.cube0.pe0 is not a PE of sip:2");
        }
    }
}

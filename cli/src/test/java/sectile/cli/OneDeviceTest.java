package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.dist.Cluster;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.simulated.SimulatedDevice;
import sectile.sim.topology.Topologies;

/// A device of a cluster holds tensors of ranks and arrays of programs, and runs both on one clock.
class OneDeviceTest {
    private static final Program DOUBLED = FrontEnd.parse(new SourceFile("doubled.py", """
            import pypto.language as pl
            @pl.program
            class Doubled:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                    y = pl.store(pl.load(x, [0, 0], [1, 64]) * 2.0, [0, 0], y)
                    return y
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                    return self.kernel(x, y)
            """));

    @Test
    void aProgramRunsOnTheDeviceOfARank() throws Exception {
        try (Cluster cluster = Cluster.open(Topologies.preset("small", List.of("system.sips.count=2")))) {
            cluster.distributed().initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
            DeviceTensor[] tensors = new DeviceTensor[2];
            cluster.spawn(2, rank -> {
                tensors[rank] = cluster.full(Shape.of(1, 64), DType.F32, rank + 1, DpPolicy.onePe());
                cluster.distributed().world().allReduce(tensors[rank], ReduceOp.SUM);
            });
            long before = cluster.machine().nowPs();
            NdArray sum = tensors[1].toHost();
            try (SimulatedDevice device = SimulatedDevice.of(tensors[1].device());
                    DeviceArray x = DeviceArray.on(device, sum);
                    DeviceArray y = DeviceArray.zeros(tensors[1].device(), DType.F32, Shape.of(1, 64));
                    LoadedProgram loaded = device.load(DOUBLED)) {
                loaded.run(Run.of("main").with("x", x).with("y", y));
                assertThat(y.toHost().getDoubleAt(63)).isEqualTo(6);
                assertThat(y.device()).hasToString("sip:1");
            }
            assertThat(cluster.machine().nowPs()).isGreaterThan(before);
        }
    }
}

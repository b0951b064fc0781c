import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.Distributed;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Split;
import sectile.sim.topology.Topologies;

/// Ranks as workers: each places a tensor on the 16 cubes of its SIP. The default algorithm sums what all cubes of all
/// ranks have: 16 × (1 + 2).
///
/// Needs: dev.sectile:sectile-dist
public final class AllReduce {
    private AllReduce() {}

    public static void main(String[] args) {
        try (Cluster cluster = Cluster.open(Topologies.preset("default"))) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm");
            cluster.spawn(dist.worldSize(), rank -> {
                cluster.ahbm().setDevice(rank);
                DpPolicy rows =
                        DpPolicy.cube(Split.ROW_WISE).pe(Split.REPLICATE).numPes(1);
                DeviceTensor x = cluster.zeros(Shape.of(16, 8), DType.F16, rows);
                x.copyFrom(NdArray.full(DType.F16, Shape.of(16, 8), rank + 1));
                dist.allReduce(x, ReduceOp.SUM);
                System.out.println("rank " + rank + ": x[0, 0] = " + x.item(0, 0));
            });
        }
    }
}

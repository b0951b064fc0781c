package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.quantity.Quantity;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Direction;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// What a run says about the bound: how large it is, and which links make it one.
class CertificateTest {
    private static WorkloadResult run(Topology machine, Collective collective, String algorithm, long elements) {
        CclConfig config =
                CclConfig.builtin().with(Collective.ALL_REDUCE, "ring").with(collective, algorithm);
        try (Machine opened = Machine.open(machine, MachineOptions.standard().withData(false))) {
            return new CollectiveWorkload(collective, elements, DType.F32, ReduceOp.SUM, config).run(opened, 1);
        }
    }

    private static String text(WorkloadResult result, String figure) {
        return result.figure(figure).orElseThrow() instanceof Quantity.Text(String text) ? text : "";
    }

    /// A ring of eight without one link is a line: seven parts must come to either end over one link of 10 ps per byte.
    @Test
    void theEndOfALineLimitsAnAllGather() {
        Topology machine = Topologies.preset("flat", List.of("system.links.failed=[[2, 3]]"));
        WorkloadResult result = run(machine, Collective.ALL_GATHER, "best", 1 << 20);
        assertThat(result.figure("bound")).contains(new Quantity.Time(7L * (4 << 20) * 10 - 1));
        assertThat(text(result, "bound_by")).isEqualTo("the link around SIP 2");
        assertThat(text(result, "algorithm")).isEqualTo("best");
        assertThat(result.cut().sips()).isEqualTo(Set.of(2));
        assertThat(result.cut().links()).isEqualTo(Set.of(LinkPlace.sipSip(1, Direction.E)));
        assertThat(result.cut().title()).isEqualTo("all_gather is limited by the link around SIP 2");
    }

    @Test
    void allLinksOfARingLimitAnAllReduce() {
        WorkloadResult result = run(Topologies.preset("flat"), Collective.ALL_REDUCE, "ring_both_ways", 1 << 20);
        assertThat(text(result, "bound_by")).isEqualTo("the 8 links between all SIPs");
        assertThat(result.cut().links()).hasSize(8);
        assertThat(result.figure("carried_out_by")).isEmpty();
    }

    @Test
    void ofAnEmptyMessageOnlyLatencyIsLeft() {
        WorkloadResult result = run(Topologies.preset("flat"), Collective.BROADCAST, "best", 1);
        assertThat(text(result, "bound_by")).isEqualTo("the latency between the ranks farthest apart");
        assertThat(result.cut().links()).isEmpty();
    }

    /// Behind a switch, with costs inside a SIP, an algorithm of fixed steps can be faster than trees: `best` uses it.
    @Test
    void bestNamesWhatCarriesItOut() {
        Topology machine = Topologies.preset("default", List.of("system.sips.count=8", "sip.cube_mesh={ w: 1, h: 1 }"));
        WorkloadResult best = run(machine, Collective.REDUCE_SCATTER, "best", 8 << 20);
        assertThat(text(best, "algorithm")).isEqualTo("best");
        assertThat(text(best, "carried_out_by")).isEqualTo("ring_both_ways");
        WorkloadResult ring = run(machine, Collective.REDUCE_SCATTER, "ring_both_ways", 8 << 20);
        assertThat(best.main().latencyPs()).isEqualTo(ring.main().latencyPs());
    }

    @Test
    void oneRankHasNoBound() {
        WorkloadResult result =
                run(Topologies.preset("flat", List.of("system.sips.count=1")), Collective.ALL_REDUCE, "best", 100);
        assertThat(result.figure("bound_by")).isEmpty();
        assertThat(result.cut().links()).isEmpty();
    }
}

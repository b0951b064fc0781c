package sectile.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.topology.Direction;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Routes share steps; each of them is still the way that the structure says.
class RoutesTest {
    @ParameterizedTest
    @CsvSource({"ring_1d, 2", "ring_1d, 5", "ring_1d, 8", "torus_2d, 9", "torus_2d, 16", "mesh_2d_no_wrap, 9"})
    void everyPairOfSipsHasTheRouteOfItsSteps(String arrangement, int sips) {
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=" + sips,
                        "system.sips.topology=" + arrangement,
                        "system.links.sip_sip.bandwidth_gbs=100",
                        "system.links.sip_sip.latency_ns=7",
                        "sip.components.io.attrs.overhead_ns=3"));
        SipGrid grid = machine.sipGrid();
        Routes routes = new Routes(
                machine,
                new Fabric(
                        new Engine(),
                        machine.fabric().chunkBytes(),
                        machine.fabric().virtualChannels()));
        for (Direction preferred : Direction.values()) {
            for (int from = 0; from < sips; from++) {
                for (int to = 0; to < sips; to++) {
                    if (from != to) {
                        Route route = routes.between(pe(from), pe(to), preferred);
                        List<Direction> steps = grid.steps(from, to, SipGrid.Tie.of(preferred));
                        assertThat(sipLinks(route)).isEqualTo(names(grid, from, steps));
                        assertThat(route.delayPs()
                                        - routes.between(pe(from), pe(from)).delayPs())
                                .isGreaterThanOrEqualTo(steps.size() * 10_000L);
                    }
                }
            }
        }
    }

    private static Endpoint pe(int sip) {
        return Endpoint.pe(new Place(sip, 0, 0));
    }

    private static List<String> sipLinks(Route route) {
        return route.links().stream()
                .map(Link::name)
                .filter(name -> name.matches("sip\\d+\\.[NESW]->sip\\d+"))
                .toList();
    }

    private static List<String> names(SipGrid grid, int from, List<Direction> steps) {
        List<String> names = new ArrayList<>();
        int at = from;
        for (Direction step : steps) {
            int next = grid.neighbour(at, step).orElseThrow();
            names.add("sip" + at + "." + step + "->sip" + next);
            at = next;
        }
        return names;
    }
}

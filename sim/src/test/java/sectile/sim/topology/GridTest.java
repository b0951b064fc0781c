package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class GridTest {
    /// Neighbours east, west, north, south; `-` for none.
    @ParameterizedTest
    @CsvSource({
        "RING_1D,          4, 1, 0, '1 3 - -'",
        "RING_1D,          4, 1, 3, '0 2 - -'",
        "RING_1D,          2, 1, 0, '1 1 - -'", // both sides are the same SIP
        "RING_1D,          1, 1, 0, '- - - -'",
        "TORUS_2D,         3, 3, 0, '1 2 6 3'",
        "TORUS_2D,         3, 3, 4, '5 3 1 7'",
        "TORUS_2D,         3, 3, 8, '6 7 5 2'",
        "TORUS_2D,         4, 1, 3, '0 2 - -'",
        "MESH_2D,          3, 3, 8, '6 7 5 2'",
        "MESH_2D_NO_WRAP,  3, 3, 0, '1 - - 3'",
        "MESH_2D_NO_WRAP,  3, 3, 8, '- 7 5 -'",
        "MESH_2D_NO_WRAP,  3, 2, 1, '2 0 - 4'",
    })
    void neighbours(SipTopology topology, int w, int h, int sip, String expected) {
        SipGrid grid = new SipGrid(topology, w, h);
        List<String> found = Arrays.stream(Direction.values())
                .map(direction -> grid.neighbour(sip, direction))
                .map(neighbour -> neighbour.isPresent() ? "" + neighbour.getAsInt() : "-")
                .toList();
        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @Test
    void everyChannelHasItsWayBack() {
        for (SipTopology topology : SipTopology.values()) {
            SipGrid grid = SipGrid.of(topology, 9);
            for (SipGrid.Channel channel : grid.channels()) {
                assertThat(grid.channels())
                        .contains(new SipGrid.Channel(
                                channel.to(), channel.direction().opposite(), channel.from()));
            }
        }
        assertThat(SipGrid.of(SipTopology.TORUS_2D, 16).channels()).hasSize(64);
        assertThat(SipGrid.of(SipTopology.MESH_2D_NO_WRAP, 16).channels()).hasSize(48);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GRAPH")
    void routesAreShortest(SipTopology topology) {
        for (SipGrid grid : List.of(SipGrid.of(topology, 1), SipGrid.of(topology, 4), SipGrid.of(topology, 25))) {
            for (int from = 0; from < grid.count(); from++) {
                int[] distances = distances(grid, from);
                for (int to = 0; to < grid.count(); to++) {
                    assertThat(grid.distance(from, to)).isEqualTo(distances[to]);
                    if (from == to) {
                        continue;
                    }
                    for (SipGrid.Tie tie : List.of(
                            SipGrid.Tie.EAST_AND_SOUTH,
                            new SipGrid.Tie(true, false),
                            new SipGrid.Tie(false, true),
                            new SipGrid.Tie(true, true))) {
                        List<Direction> steps = grid.steps(from, to, tie);
                        assertThat(steps).hasSize(distances[to]);
                        int at = from;
                        for (Direction step : steps) {
                            at = grid.neighbour(at, step).orElseThrow();
                        }
                        assertThat(at).isEqualTo(to);
                    }
                }
            }
        }
    }

    @Test
    void aMessageMayChooseBetweenTwoEquallyLongWaysRound() {
        SipGrid two = SipGrid.of(SipTopology.RING_1D, 2);
        assertThat(two.steps(0, 1, SipGrid.Tie.of(Direction.E))).containsExactly(Direction.E);
        assertThat(two.steps(0, 1, SipGrid.Tie.of(Direction.W))).containsExactly(Direction.W);
        SipGrid four = SipGrid.of(SipTopology.RING_1D, 4);
        assertThat(four.steps(3, 1, SipGrid.Tie.of(Direction.W))).containsExactly(Direction.W, Direction.W);
        assertThat(four.steps(0, 1, SipGrid.Tie.of(Direction.W))).containsExactly(Direction.E);
        SipGrid torus = SipGrid.of(SipTopology.TORUS_2D, 16);
        assertThat(torus.steps(0, 10, SipGrid.Tie.of(Direction.N)))
                .containsExactly(Direction.E, Direction.E, Direction.N, Direction.N);
        assertThat(SipGrid.of(SipTopology.MESH_2D_NO_WRAP, 4).steps(0, 1, SipGrid.Tie.of(Direction.W)))
                .containsExactly(Direction.E);
    }

    @Test
    void twoDimensionalArrangementsAreSquareUnlessAShapeIsGiven() {
        assertThat(SipGrid.of(SipTopology.TORUS_2D, 16)).isEqualTo(new SipGrid(SipTopology.TORUS_2D, 4, 4));
        assertThatThrownBy(() -> SipGrid.of(SipTopology.TORUS_2D, 8))
                .hasMessage("torus_2d needs a square number of SIPs, not 8");
        assertThatThrownBy(() -> new SipGrid(SipTopology.RING_1D, 4, 2)).hasMessage("a ring has one row, not 2");
    }

    @Test
    void cubesAreNumberedRowByRow() {
        CubeMesh mesh = new CubeMesh(4, 3);
        assertThat(mesh.cube(1, 2)).isEqualTo(9);
        assertThat(mesh.x(9)).isOne();
        assertThat(mesh.y(9)).isEqualTo(2);
        assertThat(mesh.neighbour(9, Direction.S)).isEmpty();
        assertThat(mesh.neighbour(9, Direction.N)).hasValue(5);
        assertThatThrownBy(() -> mesh.x(12)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void messagesBetweenCubesGoAlongTheRowFirst() {
        CubeMesh mesh = new CubeMesh(4, 4);
        assertThat(mesh.route(0, 15)).containsExactly(0, 1, 2, 3, 7, 11, 15);
        assertThat(mesh.route(14, 1)).containsExactly(14, 13, 9, 5, 1);
        assertThat(mesh.route(5, 5)).containsExactly(5);
        assertThatThrownBy(() -> mesh.step(5, 5)).hasMessageContaining("already");
    }

    @Test
    void cubesOfATorusGoTheShorterWayRound() {
        CubeMesh torus = new CubeMesh(4, 3, true);
        assertThat(torus.neighbour(3, Direction.E)).hasValue(0);
        assertThat(torus.neighbour(1, Direction.N)).hasValue(9);
        assertThat(torus.route(0, 3)).containsExactly(0, 3);
        assertThat(torus.route(0, 11)).containsExactly(0, 3, 11);
        // Both ways are equally long: cubes take turns.
        assertThat(torus.route(0, 2)).containsExactly(0, 1, 2);
        assertThat(torus.route(1, 3)).containsExactly(1, 0, 3);
        assertThat(torus.links()).isEqualTo(24);
        assertThat(torus.cut()).isEqualTo(6);
        assertThat(new CubeMesh(4, 3).links()).isEqualTo(17);
        // A row of two is joined once.
        assertThat(new CubeMesh(2, 2, true).links()).isEqualTo(4);
        assertThat(new CubeMesh(2, 1, true).neighbour(1, Direction.E)).isEmpty();
        for (int from = 0; from < 12; from++) {
            for (int to = 0; to < 12; to++) {
                assertThat(torus.route(from, to))
                        .hasSize(torus.distance(from, to) + 1)
                        .endsWith(to);
                assertThat(torus.distance(from, to)).isLessThanOrEqualTo(3);
            }
        }
    }

    @Test
    void processingElementsFillCornersInTurn() {
        PeLayout layout = new PeLayout(2, List.of(Corner.NW, Corner.SE));
        assertThat(layout.count()).isEqualTo(4);
        assertThat(List.of(layout.corner(0), layout.corner(1), layout.corner(2), layout.corner(3)))
                .containsExactly(Corner.NW, Corner.NW, Corner.SE, Corner.SE);
        assertThatThrownBy(() -> new PeLayout(1, List.of(Corner.NW, Corner.NW)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sipsBeyondARackGoToTheNext() {
        AddressSpec address = new AddressSpec(4, 4, 5, 38);
        assertThat(address.totalBits()).isEqualTo(51);
        assertThat(address.rack(37)).isEqualTo(2);
        assertThat(address.sipInRack(37)).isEqualTo(5);
        assertThat(address.windowBytes()).isEqualTo(128L << 30);
        assertThat(AddressSpec.bitsFor(1)).isZero();
        assertThat(AddressSpec.bitsFor(16)).isEqualTo(4);
        assertThat(AddressSpec.bitsFor(17)).isEqualTo(5);
    }

    /// Breadth-first distances over the channels: what routing should find, found another way.
    private static int[] distances(SipGrid grid, int from) {
        int[] distances = new int[grid.count()];
        Arrays.fill(distances, -1);
        distances[from] = 0;
        Queue<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int sip = queue.remove();
            for (SipGrid.Channel channel : grid.channels(sip)) {
                if (distances[channel.to()] < 0) {
                    distances[channel.to()] = distances[sip] + 1;
                    queue.add(channel.to());
                }
            }
        }
        return distances;
    }
}

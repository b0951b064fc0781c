package sectile.dist.workload;

import sectile.base.array.Shape;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Split;
import sectile.sim.topology.Topology;

/// How a workload places a tensor so that an algorithm takes it: one shard on every PE that takes part.
///
/// @param count PEs of each rank that take part
record Participants(int count, DpPolicy layout) {
    static Participants of(AlgorithmSettings settings, Topology machine) {
        return switch (settings.mapper()) {
            case "cube_leaders" ->
                new Participants(machine.cubes(), DpPolicy.cube(Split.ROW_WISE).numPes(1));
            case "all_pes" ->
                new Participants(
                        machine.cubes() * machine.pesPerCube(),
                        DpPolicy.cube(Split.ROW_WISE).pe(Split.ROW_WISE));
            default -> new Participants(1, DpPolicy.onePe());
        };
    }

    /// The shape of a tensor that gives each participant so many elements.
    Shape shape(long elements) {
        return count == 1 ? Shape.of(elements) : Shape.of(count, elements);
    }
}

package sectile.dist.workload;

import sectile.base.array.Shape;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Split;
import sectile.sim.topology.Topology;

/// How a workload places a tensor so that an algorithm takes it.
///
/// @param pes of each rank that take part
/// @param shared whether they share one array, column by column, or have an array each that is combined with all others
record Participants(int pes, boolean shared, DpPolicy layout) {
    static Participants of(AlgorithmSettings settings, Topology machine) {
        int all = machine.cubes() * machine.pesPerCube();
        return switch (settings.mapper()) {
            case "cube_leaders" ->
                new Participants(
                        machine.cubes(), false, DpPolicy.cube(Split.ROW_WISE).numPes(1));
            case "all_pes" ->
                settings.validator().startsWith("own_")
                        ? new Participants(
                                all, true, DpPolicy.cube(Split.COLUMN_WISE).pe(Split.COLUMN_WISE))
                        : new Participants(
                                all, false, DpPolicy.cube(Split.ROW_WISE).pe(Split.ROW_WISE));
            default -> new Participants(1, true, DpPolicy.onePe());
        };
    }

    /// How many arrays of a rank are combined.
    int arrays() {
        return shared ? 1 : pes;
    }

    /// The shape of an input that gives each array so many elements: where ranks get different parts, one below the
    /// other.
    Shape input(Collective collective, long elements, int world) {
        return switch (collective) {
            case REDUCE_SCATTER, ALL_TO_ALL -> shape(elements, world);
            case ALL_REDUCE, ALL_GATHER, BROADCAST, REDUCE, BARRIER, SEND_RECV -> shape(elements, 1);
        };
    }

    /// The same for an output.
    Shape output(Collective collective, long elements, int world) {
        return switch (collective) {
            case ALL_GATHER, ALL_TO_ALL -> shape(elements, world);
            case ALL_REDUCE, REDUCE_SCATTER, BROADCAST, REDUCE, BARRIER, SEND_RECV -> shape(elements, 1);
        };
    }

    private Shape shape(long elements, int parts) {
        if (pes == 1) {
            return Shape.of(elements);
        }
        if (!shared) {
            return Shape.of(pes, elements);
        }
        // What the ranks cannot share is refused by the collective.
        return elements % parts == 0 ? Shape.of(parts, elements / parts) : Shape.of(1, elements);
    }
}

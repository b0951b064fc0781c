package sectile.dist.workload;

import sectile.base.array.Shape;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.Mapper;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.ListedLayout;
import sectile.dist.tensor.Split;
import sectile.sim.topology.Topology;

/// How a workload places a tensor so that an algorithm takes it: on the PEs that its mapper chooses.
///
/// @param pes of each rank that take part
/// @param shared whether they share one array, column by column, or have an array each that is combined with all others
record Participants(int pes, boolean shared, Layout layout) {
    static Participants of(AlgorithmSettings settings, Registries registries, Topology machine) {
        Mapper mapper = registries.mapper(settings);
        boolean shared =
                registries.algorithms().find(settings.kernel(), settings.span()).combination() == Combination.RANKS;
        int pes = mapper.places(machine, 0).size();
        Split split = shared ? Split.COLUMN_WISE : Split.ROW_WISE;
        return new Participants(pes, shared || pes == 1, new ListedLayout(split, mapper::places));
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

package sectile.dist.group;

import java.util.List;

/// The ranks of the world as a grid: `r / tp` says which ranks share a model (a tensor-parallel group), `r
/// % tp` which ranks hold the same part of it (a data-parallel group).
///
/// All methods without a parameter answer for the calling worker.
public final class ModelParallel {
    private final List<ProcessGroup> tensorGroups;
    private final List<ProcessGroup> dataGroups;
    private final Distributed distributed;

    ModelParallel(Distributed distributed, List<ProcessGroup> tensorGroups, List<ProcessGroup> dataGroups) {
        this.distributed = distributed;
        this.tensorGroups = List.copyOf(tensorGroups);
        this.dataGroups = List.copyOf(dataGroups);
    }

    /// The ranks that together hold one model.
    public ProcessGroup tensorGroup() {
        return tensorGroups.get(distributed.rank() / tensorSize());
    }

    /// The ranks that hold the same part of it.
    public ProcessGroup dataGroup() {
        return dataGroups.get(distributed.rank() % tensorSize());
    }

    /// How many ranks share a model.
    public int tensorSize() {
        return tensorGroups.getFirst().size();
    }

    /// Which part of the model the caller holds.
    public int tensorRank() {
        return distributed.rank() % tensorSize();
    }

    /// How many models there are.
    public int dataSize() {
        return dataGroups.getFirst().size();
    }

    /// Which of the models the caller is part of.
    public int dataRank() {
        return distributed.rank() / tensorSize();
    }
}

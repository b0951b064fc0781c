package sectile.interp.ops;

import sectile.ir.expr.Op;
import sectile.ir.expr.Semantics;

/// What every op means, by its semantics.
public final class Meanings {
    private Meanings() {}

    public static Meaning of(Op op) {
        return switch (op.semantics()) {
            case Semantics.Elementwise elementwise -> ElementwiseMeanings.of(elementwise);
            case Semantics.Reduce reduce -> ReductionMeanings.of(reduce);
            case Semantics.Contract contract -> MatmulMeanings.of(contract);
            case Semantics.View view -> ViewMeanings.of(view);
            case Semantics.Move move -> MovementMeanings.of(move);
            case Semantics.Rearrange rearrange -> TransformMeanings.of(rearrange);
            case Semantics.Create create -> CreationMeanings.of(create);
            case Semantics.Element element -> IndexingMeanings.of(element);
            case Semantics.Gather gather -> GatherMeanings.of(gather);
            case Semantics.Scatter scatter -> ScatterMeanings.of(scatter);
            case Semantics.Sort sort -> SortMeanings.of(sort);
            case Semantics.Access access -> RemoteMeanings.of(access);
            case Semantics.Signal signal -> SignalMeanings.of(signal);
            case Semantics.Collective collective -> CollectiveMeanings.of(collective);
            case Semantics.Synchronise synchronise -> SystemMeanings.of(synchronise);
            case Semantics.Pipe pipe -> CrossCoreMeanings.of(pipe);
            case Semantics.Lanes lanes -> CrossCoreMeanings.of(lanes);
            case Semantics.Query query -> QueryMeanings.of(query);
            case Semantics.Task task -> HostMeanings.of(task);
            case Semantics.Scalars scalars -> HostMeanings.of(scalars);
            case Semantics.Prefetch prefetch -> HostMeanings.of(prefetch);
            case Semantics.Window window -> WindowMeanings.of(window);
            case Semantics.Reserve reserve -> HostMeanings.of(reserve);
        };
    }
}

package sectile.interp.ops;

import sectile.interp.value.Data;
import sectile.interp.value.Window;
import sectile.ir.expr.Semantics;

/// Where the program runs, and the extents of values.
final class QueryMeanings {
    private QueryMeanings() {}

    static Meaning of(Semantics.Query query) {
        return switch (query) {
            case BLOCK_INDEX -> args -> args.core().blockIndex();
            case BLOCK_COUNT -> args -> args.core().launch().blocks();
            case LANE_INDEX -> args -> args.core().lane();
            case CORE_GROUPS -> args -> (long) args.core().machine().clusters();
            case VECTOR_CORES -> args -> 2L * args.core().machine().clusters();
            case EXTENT ->
                Meaning.reporting(args -> {
                    Data tensor = args.data(0);
                    return tensor.shape().dim(TransformMeanings.axis(args.integer("axis"), tensor.rank()));
                });
            case WORLD_SIZE -> args -> (long) args.core().machine().ranks();
            case COMM_CONTEXT ->
                Meaning.reporting(args -> Ranks.peers(args, args.data(0)).window());
            case RANK -> args -> (long) Ranks.rank(args, (Window) args.value("ctx"));
            case RANK_COUNT ->
                args -> (long)
                        Ranks.devices(args.core(), (Window) args.value("ctx")).size();
        };
    }
}

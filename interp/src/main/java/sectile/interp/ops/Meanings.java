package sectile.interp.ops;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import sectile.ir.Op;

/// The meaning of every op by name.
public final class Meanings {
    private static final Meanings STANDARD = new Meanings();

    private final Book book = new Book();

    private Meanings() {
        ElementwiseMeanings.into(book);
        UnaryMeanings.into(book);
        PredicateMeanings.into(book);
        ExpansionMeanings.into(book);
        ReductionMeanings.into(book);
        MatmulMeanings.into(book);
        CreationMeanings.into(book);
        MovementMeanings.into(book);
        TransformMeanings.into(book);
        IndexingMeanings.into(book);
        GatherMeanings.into(book);
        ScatterMeanings.into(book);
        SortMeanings.into(book);
        CrossCoreMeanings.into(book);
        SystemMeanings.into(book);
        HostMeanings.into(book);
        WindowMeanings.into(book);
        RemoteMeanings.into(book);
        CollectiveMeanings.into(book);
    }

    /// Those of the standard registry; immutable.
    public static Meanings standard() {
        return STANDARD;
    }

    public Optional<Meaning> find(Op op) {
        return Optional.ofNullable(book.meanings.get(op.name()));
    }

    /// Whether the meaning announces its own accesses to memory.
    public boolean isPrecise(Op op) {
        return book.precise.contains(op.name());
    }

    public Collection<String> names() {
        return Collections.unmodifiableCollection(book.meanings.sequencedKeySet());
    }
}

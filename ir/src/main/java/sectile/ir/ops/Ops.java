package sectile.ir.ops;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import sectile.ir.Op;

/// The ops of the language by name.
public final class Ops {
    private static final Ops STANDARD = new Ops(Stream.of(
                    Elementwise.ops(),
                    Unaries.ops(),
                    Predicates.ops(),
                    Expansions.ops(),
                    Reductions.ops(),
                    Matmuls.ops(),
                    Creation.ops(),
                    Movement.ops(),
                    Transforms.ops(),
                    Indexing.ops(),
                    Gathers.ops(),
                    Sorts.ops(),
                    CrossCore.ops(),
                    SystemOps.ops(),
                    HostValues.ops(),
                    Windows.ops(),
                    RemoteAccess.ops(),
                    Collectives.ops())
            .flatMap(List::stream)
            .toList());

    private final TreeMap<String, Op> byName = new TreeMap<>();

    private Ops(List<Op> all) {
        for (Op op : all) {
            if (byName.put(op.name(), op) != null) {
                throw new IllegalStateException("two ops are named " + op.name());
            }
        }
    }

    /// Every op there is; immutable.
    public static Ops standard() {
        return STANDARD;
    }

    public Optional<Op> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Op require(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no op is named " + name));
    }

    /// All ops, by name.
    public Collection<Op> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    public Collection<String> names() {
        return Collections.unmodifiableCollection(byName.sequencedKeySet());
    }
}

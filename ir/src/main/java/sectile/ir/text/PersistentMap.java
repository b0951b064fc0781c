package sectile.ir.text;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A map that never changes and shares what it has in common with the maps it was made from: a copy costs nothing, a
/// change costs little, and two maps are compared in the time of what differs.
///
/// A tree by the bits of the hash of a key, five at a time. A branch has a child for every bit of `present`.
///
/// @param <V> the values
final class PersistentMap<V> {
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;

    private sealed interface Node<V> {}

    private static final class Branch<V> implements Node<V> {
        private final int present;
        private final Node<V>[] children;

        private Branch(int present, Node<V>[] children) {
            this.present = present;
            this.children = children;
        }
    }

    /// @param next another key of the same hash
    private record Leaf<V>(
            int hash, String key, V value, @Nullable Leaf<V> next) implements Node<V> {}

    private final @Nullable Node<V> root;

    private PersistentMap(@Nullable Node<V> root) {
        this.root = root;
    }

    static <V> PersistentMap<V> empty() {
        return new PersistentMap<>(null);
    }

    @Nullable
    V get(String key) {
        int hash = key.hashCode();
        Node<V> node = root;
        for (int shift = 0; node instanceof Branch<V> branch; shift += BITS) {
            int bit = 1 << (hash >>> shift & MASK);
            node = (branch.present & bit) == 0 ? null : branch.children[place(branch, bit)];
        }
        for (Leaf<V> leaf = (Leaf<V>) node; leaf != null; leaf = leaf.next) {
            if (leaf.hash == hash && leaf.key.equals(key)) {
                return leaf.value;
            }
        }
        return null;
    }

    PersistentMap<V> with(String key, V value) {
        return new PersistentMap<>(with(root, 0, new Leaf<>(key.hashCode(), key, value, null)));
    }

    PersistentMap<V> without(String key) {
        if (root == null || get(key) == null) {
            return this;
        }
        return new PersistentMap<>(without(root, 0, key.hashCode(), key));
    }

    void forEach(BiConsumer<String, V> each) {
        forEach(root, each);
    }

    /// The keys that do not have equal values in both maps, in order.
    SortedSet<String> difference(PersistentMap<V> other) {
        var found = new TreeSet<String>();
        difference(root, other.root, found);
        return found;
    }

    private static <V> int place(Branch<V> branch, int bit) {
        return Integer.bitCount(branch.present & (bit - 1));
    }

    private static <V> Node<V> with(@Nullable Node<V> node, int shift, Leaf<V> leaf) {
        return switch (node) {
            case null -> leaf;
            case Leaf<V> other
            when other.hash == leaf.hash -> {
                Leaf<V> rest = removed(other, leaf.key);
                yield new Leaf<>(leaf.hash, leaf.key, leaf.value, rest);
            }
            case Leaf<V> other -> with(branch(1 << (other.hash >>> shift & MASK), other), shift, leaf);
            case Branch<V> branch -> {
                int bit = 1 << (leaf.hash >>> shift & MASK);
                int place = place(branch, bit);
                if ((branch.present & bit) != 0) {
                    Node<V>[] children = branch.children.clone();
                    children[place] = with(children[place], shift + BITS, leaf);
                    yield new Branch<>(branch.present, children);
                }
                Node<V>[] children = Arrays.copyOf(branch.children, branch.children.length + 1);
                System.arraycopy(branch.children, place, children, place + 1, branch.children.length - place);
                children[place] = leaf;
                yield new Branch<>(branch.present | bit, children);
            }
        };
    }

    private static <V> Branch<V> branch(int present, Node<V> child) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of nodes, which no one else sees
        Node<V>[] children = new Node[] {child};
        return new Branch<>(present, children);
    }

    private static <V> @Nullable Leaf<V> removed(@Nullable Leaf<V> leaf, String key) {
        if (leaf == null || leaf.key.equals(key)) {
            return leaf == null ? null : leaf.next;
        }
        return new Leaf<>(leaf.hash, leaf.key, leaf.value, removed(leaf.next, key));
    }

    private static <V> @Nullable Node<V> without(Node<V> node, int shift, int hash, String key) {
        return switch (node) {
            case Leaf<V> leaf -> removed(leaf, key);
            case Branch<V> branch -> {
                int bit = 1 << (hash >>> shift & MASK);
                int place = place(branch, bit);
                Node<V> child = without(branch.children[place], shift + BITS, hash, key);
                if (child != null) {
                    Node<V>[] children = branch.children.clone();
                    children[place] = child;
                    yield new Branch<>(branch.present, children);
                }
                if (branch.children.length == 1) {
                    yield null;
                }
                Node<V>[] children = Arrays.copyOf(branch.children, branch.children.length - 1);
                System.arraycopy(branch.children, place + 1, children, place, children.length - place);
                yield new Branch<>(branch.present & ~bit, children);
            }
        };
    }

    private static <V> void forEach(@Nullable Node<V> node, BiConsumer<String, V> each) {
        switch (node) {
            case null -> {}
            case Leaf<V> first -> {
                for (Leaf<V> leaf = first; leaf != null; leaf = leaf.next) {
                    each.accept(leaf.key, leaf.value);
                }
            }
            case Branch<V> branch -> {
                for (Node<V> child : branch.children) {
                    forEach(child, each);
                }
            }
        }
    }

    private static <V> void difference(@Nullable Node<V> a, @Nullable Node<V> b, SortedSet<String> found) {
        if (a == b) {
            return;
        }
        if (a instanceof Branch<V> left && b instanceof Branch<V> right) {
            for (int bits = left.present | right.present; bits != 0; bits &= bits - 1) {
                int bit = Integer.lowestOneBit(bits);
                difference(
                        (left.present & bit) == 0 ? null : left.children[place(left, bit)],
                        (right.present & bit) == 0 ? null : right.children[place(right, bit)],
                        found);
            }
            return;
        }
        Map<String, V> values = new HashMap<>();
        forEach(a, values::put);
        forEach(b, (key, value) -> {
            V other = values.remove(key);
            if (!value.equals(other)) {
                found.add(key);
            }
        });
        found.addAll(values.keySet());
    }
}

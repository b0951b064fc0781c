package sectile.check.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A state of the exploration from which several parts could continue. States are not stored: the choices
/// that lead to one are. A node knows the one before it and not those after it, so one from which nothing
/// is left to try is forgotten.
final class Node {
    private final @Nullable Node parent;

    /// The part that was chosen before; -1 for the first node.
    private final int via;

    /// How many choices lead here.
    final int depth;

    /// The parts that could continue.
    final BitSet enabled = new BitSet();

    /// The parts that must still be tried from here.
    final BitSet wanted = new BitSet();

    /// The parts that need not be tried, because what would follow is explored elsewhere, with what their
    /// next step touches.
    final Map<Integer, Footprint> asleep = new HashMap<>();

    /// A part that was chosen and whose step is not known yet, or -1. Until it is known no other one is chosen.
    int starting = -1;

    /// How many parts have been chosen.
    int tried;

    Node(@Nullable Node parent, int via) {
        this.parent = parent;
        this.via = via;
        this.depth = parent == null ? 0 : parent.depth + 1;
    }

    /// A part to try, or -1.
    int candidate() {
        if (starting >= 0) {
            return -1;
        }
        for (int part = wanted.nextSetBit(0); part >= 0; part = wanted.nextSetBit(part + 1)) {
            if (!asleep.containsKey(part)) {
                return part;
            }
        }
        return -1;
    }

    /// The nodes from the first to this one.
    List<Node> path() {
        var path = new ArrayList<Node>();
        for (Node node = this; node != null; node = node.parent) {
            path.add(node);
        }
        return new ArrayList<>(path.reversed());
    }

    /// The choices that lead here.
    List<Integer> choices() {
        var choices = new ArrayList<Integer>();
        for (Node node = this; node.parent != null; node = node.parent) {
            choices.add(node.via);
        }
        return new ArrayList<>(choices.reversed());
    }

    /// Which part of all that there is to explore follows one choice here, if all choices lead to equally
    /// much.
    double share() {
        double share = 1;
        for (Node node = this; node != null; node = node.parent) {
            share /= Math.max(1, node.tried + node.waiting());
        }
        return share;
    }

    int waiting() {
        int count = 0;
        for (int part = wanted.nextSetBit(0); part >= 0; part = wanted.nextSetBit(part + 1)) {
            count += asleep.containsKey(part) ? 0 : 1;
        }
        return count;
    }
}

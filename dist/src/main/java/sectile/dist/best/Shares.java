package sectile.dist.best;

import java.util.List;

/// A collective divided among trees.
///
/// @param shares each tree with the part of its root's elements that it carries; those of a root sum up to 1
/// @param unitsPerByte fabric time per byte of a root on the busiest link
/// @param optimalUnitsPerByte below which no division among trees over these queues can be
record Shares(List<Share> shares, double unitsPerByte, double optimalUnitsPerByte) {
    record Share(SpanningTree tree, double part) {}

    Shares {
        shares = List.copyOf(shares);
    }
}

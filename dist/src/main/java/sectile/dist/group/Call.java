package sectile.dist.group;

import java.util.List;
import sectile.base.array.DType;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;

/// What a rank asks for; all ranks of a group must ask for the same.
///
/// @param elements of the input of one rank
/// @param root the rank in the group that broadcasts or collects, else 0
/// @param algorithm the entry of the ccl.yaml that does it
/// @param spread how many elements each PE has: those with the same place in their SIPs exchange them
record Call(
        Collective collective, ReduceOp op, DType dtype, long elements, int root, String algorithm, List<Long> spread) {
    /// The same by another algorithm.
    Call by(String other) {
        return new Call(collective, op, dtype, elements, root, other, spread);
    }

    /// The call in a message, like `all_reduce(sum) of 8 f16 by ring`.
    @Override
    public String toString() {
        String what = switch (collective) {
            case ALL_REDUCE, REDUCE_SCATTER -> collective.text() + "(" + op.text() + ")";
            case REDUCE -> collective.text() + "(" + op.text() + ", root " + root + ")";
            case BROADCAST -> collective.text() + "(root " + root + ")";
            case ALL_GATHER, ALL_TO_ALL, BARRIER, SEND_RECV -> collective.text();
        };
        return collective == Collective.BARRIER
                ? what
                : what + " of " + elements + " " + dtype.text() + " by " + algorithm + where();
    }

    /// Only said of what lies on several PEs: there the spread can be what differs.
    private String where() {
        return spread.size() > 2 ? " on " + spread.size() / 2 + " PEs, " + spread.get(1) + " on the first" : "";
    }
}

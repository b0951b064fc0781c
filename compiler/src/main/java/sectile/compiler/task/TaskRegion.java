package sectile.compiler.task;

import java.util.List;
import sectile.compiler.arith.Analyzer;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.symbol.Direction;

/// What a task does with a part of a tensor.
///
/// @param root the tensor
/// @param offsets of the part, one per axis; empty if it may be any part
/// @param extents of the part
/// @param all whether it is known to be all of the tensor; then there are no offsets
record TaskRegion(Var root, List<Expr> offsets, List<Expr> extents, boolean all, Direction direction) {
    TaskRegion {
        offsets = List.copyOf(offsets);
        extents = List.copyOf(extents);
    }

    static TaskRegion whole(Var root, boolean all, Direction direction) {
        return new TaskRegion(root, List.of(), List.of(), all, direction);
    }

    TaskRegion withDirection(Direction used) {
        return new TaskRegion(root, offsets, extents, all, used);
    }

    /// Whether the parts are known to share no element.
    boolean isDisjoint(TaskRegion other, Analyzer analyzer) {
        if (root != other.root) {
            return true;
        }
        for (int i = 0; i < Math.min(offsets.size(), other.offsets.size()); i++) {
            if (analyzer.areDisjoint(offsets.get(i), extents.get(i), other.offsets.get(i), other.extents.get(i))) {
                return true;
            }
        }
        return false;
    }

    /// Whether this part is known to contain the other one.
    boolean covers(TaskRegion other, Analyzer analyzer) {
        if (root != other.root || offsets.isEmpty() || offsets.size() != other.offsets.size()) {
            return root == other.root && all;
        }
        for (int i = 0; i < offsets.size(); i++) {
            if (!analyzer.areEqual(offsets.get(i), other.offsets.get(i))
                    || !analyzer.areEqual(extents.get(i), other.extents.get(i))) {
                return false;
            }
        }
        return true;
    }
}

package sectile.compiler.task;

import java.util.List;
import sectile.compiler.arith.Analyzer;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.symbol.Direction;

/// What a task does with a part of a tensor.
///
/// @param root the tensor
/// @param offsets of the part, one per axis; empty for all of it
/// @param extents of the part
record TaskRegion(Var root, List<Expr> offsets, List<Expr> extents, Direction direction) {
    TaskRegion {
        offsets = List.copyOf(offsets);
        extents = List.copyOf(extents);
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
}

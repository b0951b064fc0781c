package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Op;

/// The traits of an op in words, for the reference.
public final class OpTraits {
    private OpTraits() {}

    public static List<String> of(Op op) {
        var traits = new ArrayList<String>();
        if (op.reuses() >= 0) {
            traits.add("the result is `" + op.operands().get(op.reuses()).name() + "`");
        }
        switch (op.affinity()) {
            case CUBE -> traits.add("matrix core");
            case VECTOR -> traits.add("vector core");
            case MIXED -> traits.add("both cores");
            case SHARED -> {}
        }
        if (op.hostOnly()) {
            traits.add("host only");
        }
        if (op.mayBlock()) {
            traits.add("may wait");
        }
        if (op.isLaneAware(Attrs.EMPTY)) {
            traits.add("differs between the vector cores of a group");
        }
        if (!op.inPlaceSafe()) {
            traits.add("the result may not overwrite an operand");
        }
        if (!op.duplicable()) {
            traits.add("never copied or dropped");
        }
        if (op.internal()) {
            traits.add("*internal*");
        }
        return traits;
    }
}

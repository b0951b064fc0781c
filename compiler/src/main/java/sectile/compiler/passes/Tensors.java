package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;

/// Calls that passes make, and types they need.
final class Tensors {
    private Tensors() {}

    /// New global memory of that shape.
    static OpCall create(Shaped like, Origin origin) {
        return Ops.standard()
                .of(Semantics.Create.UNDEFINED, Tier.TENSOR)
                .call(List.of(MakeTuple.of(like.shape())), Attrs.of("dtype", new Attr.Element(like.dtype())), origin);
    }

    /// Writes all of `source` to the beginning of `target`.
    static OpCall assemble(Expr target, Expr source, Origin origin) {
        return Ops.standard()
                .of(Semantics.Move.ASSEMBLE, Tier.TENSOR)
                .call(List.of(target, source, zeros(((Shaped) target.type()).rank())), Attrs.EMPTY, origin);
    }

    static MakeTuple zeros(int rank) {
        var zeros = new ArrayList<Expr>();
        for (int i = 0; i < rank; i++) {
            zeros.add(ConstInt.index(0));
        }
        return MakeTuple.of(zeros);
    }

    /// The type with a name in the place of every extent that mentions a variable.
    static Type symbolic(Type type, String stem) {
        if (!(type instanceof Shaped shaped) || Walk.expressions(type).stream().noneMatch(Tensors::hasVariable)) {
            return type;
        }
        var shape = new ArrayList<Expr>();
        for (int i = 0; i < shaped.rank(); i++) {
            Expr extent = shaped.shape().get(i);
            shape.add(hasVariable(extent) ? Dim.of(stem + "_" + i) : extent);
        }
        return shaped instanceof DistributedTensorType window
                ? new DistributedTensorType(shape, window.dtype(), null, null, window.window())
                : shaped instanceof TensorType tensor
                        ? tensor.plain(shape, tensor.dtype())
                        : shaped.plain(shape, shaped.dtype());
    }

    static boolean hasVariable(Expr expr) {
        boolean[] found = {false};
        Walk.each(expr, e -> found[0] |= e instanceof Var);
        return found[0];
    }
}

package sectile.compiler.passes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.symbol.DataType;

/// A value for a variable that a loop assigns before anything reads it.
final class FirstValues {
    private FirstValues() {}

    static @Nullable Expr of(Var variable, Diagnostics diagnostics) {
        return switch (variable.type()) {
            case ScalarType scalar when scalar.dtype() == DataType.BOOL -> new ConstBool(false, variable.origin());
            case ScalarType scalar
            when scalar.dtype().isFloat() -> new ConstFloat(0, scalar.dtype(), variable.origin());
            case ScalarType scalar
            when scalar.dtype() == DataType.TASK_ID ->
                Ops.standard().of(Semantics.Task.INVALID).call(List.of(), Attrs.EMPTY, variable.origin());
            case ScalarType scalar -> new ConstInt(0, scalar.dtype(), variable.origin());
            case TensorType tensor -> memory(tensor, Tier.TENSOR, Attrs.EMPTY, variable);
            case TileType tile ->
                memory(
                        tile,
                        Tier.TILE,
                        tile.space() == null ? Attrs.EMPTY : Attrs.of("target_memory", new Attr.Sym(tile.space())),
                        variable);
            case DistributedTensorType _, ArrayType _, TupleType _, HandleType _, VoidType _, UnknownType _ -> {
                diagnostics.error(
                        CompilerCode.UNCARRIED_VALUE,
                        variable.span(),
                        "`" + variable.name() + "` is first assigned inside a loop and used after it",
                        "assign it before the loop");
                yield null;
            }
        };
    }

    private static Expr memory(Shaped shaped, Tier tier, Attrs attrs, Var variable) {
        Op create = Ops.standard().of(Semantics.Create.UNDEFINED, tier);
        return create.call(
                List.of(MakeTuple.of(shaped.shape())),
                attrs.with("dtype", new Attr.Element(shaped.dtype())),
                variable.origin());
    }
}

package sectile.compiler.mlir;

import java.util.List;
import java.util.OptionalLong;
import sectile.base.diag.Span;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.symbol.Symbol;

/// A call of an op whose text is printed: its operands and attributes, and what its text is made with.
abstract sealed class CallText permits ComputeText, MoveText, OpText {
    final FunctionText function;
    final OpCall call;
    final Code code;
    final Span at;
    final Numbers numbers;
    final Regions regions;
    final Type result;

    /// @param result the type of the variable that gets the result, which says where it lies
    CallText(FunctionText function, OpCall call, Type result) {
        this.function = function;
        this.call = call;
        this.result = result;
        this.code = function.code();
        this.at = call.span();
        this.numbers = function.numbers(at);
        this.regions = new Regions(function);
    }

    final InexpressibleException cannot(String what) {
        return new InexpressibleException(what, at);
    }

    final InexpressibleException cannot() {
        return cannot("`" + call.op().surface() + "`");
    }

    final Shaped shape() {
        return (Shaped) result;
    }

    final Shaped type(Expr operand) {
        return (Shaped) operand.type();
    }

    final Value made() {
        return function.made(shape(), at);
    }

    final List<Expr> list(String operand) {
        if (call.operand(operand) instanceof MakeTuple tuple) {
            return tuple.elements();
        }
        throw cannot("`" + operand + "` of `" + call.op().surface() + "` that is not a list");
    }

    final boolean has(String operand) {
        return call.op().operands().stream().anyMatch(o -> o.name().equals(operand))
                && call.arg(operand).isPresent();
    }

    final boolean flag(String attribute) {
        return call.op().findAttribute(attribute).isPresent()
                && call.attr(attribute).orElse(null) instanceof Attr.Bool flag
                && flag.value();
    }

    final <T extends Symbol> T symbol(String attribute, Class<T> type) {
        if (call.attr(attribute).orElse(null) instanceof Attr.Sym(Symbol value)) {
            return type.cast(value);
        }
        throw cannot("this `" + attribute + "` of `" + call.op().surface() + "`");
    }

    /// Whether all of a tile holds data.
    static boolean isWhole(Shaped type) {
        return !(type instanceof TileType tile) || tile.validShape().equals(tile.shape());
    }

    /// The part of a region that holds data.
    static List<Expr> valid(Shaped type) {
        return type instanceof TileType tile ? tile.validShape() : type.shape();
    }

    final long constant(Expr extent) {
        OptionalLong value = Dims.constant(extent);
        if (value.isEmpty()) {
            throw cannot("`" + call.op().surface() + "` of extents that are not constant");
        }
        return value.getAsLong();
    }

    final String element(Shaped shaped) {
        return Types.scalar(shaped.dtype(), at);
    }
}

package sectile.ir.expr;

import java.util.List;

/// A call of another function of the program, by name; `device` among the attributes says where a host dispatches it.
public record FunctionCall(String callee, List<Expr> args, Attrs attrs, Type type, Origin origin) implements Call {
    public FunctionCall {
        args = List.copyOf(args);
    }

    @Override
    public String toString() {
        return callee + args + (attrs.isEmpty() ? "" : attrs.toString());
    }

    public FunctionCall withCallee(String newCallee) {
        return new FunctionCall(newCallee, args, attrs, type, origin);
    }

    public FunctionCall withArgs(List<Expr> newArgs) {
        return new FunctionCall(callee, newArgs, attrs, type, origin);
    }

    public FunctionCall withAttrs(Attrs newAttrs) {
        return new FunctionCall(callee, args, newAttrs, type, origin);
    }

    public FunctionCall withType(Type newType) {
        return new FunctionCall(callee, args, attrs, newType, origin);
    }
}

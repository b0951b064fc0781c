package sectile.ir;

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
}

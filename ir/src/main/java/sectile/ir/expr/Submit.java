package sectile.ir.expr;

import java.util.List;
import java.util.stream.Stream;
import sectile.ir.symbol.DataType;

/// An asynchronous call. The result is a tuple of the callee's results followed by the task id, or just the task id
/// when the callee returns nothing. Attributes: `deps`, `core_num`, `sync_start`, `device` and others.
public record Submit(String callee, List<Expr> args, Attrs attrs, Type type, Origin origin) implements Expr {
    public Submit {
        args = List.copyOf(args);
    }

    /// The type of a submission of a function with these results.
    public static Type typeFor(List<Type> results) {
        Type task = ScalarType.of(DataType.TASK_ID);
        return results.isEmpty()
                ? task
                : new TupleType(Stream.concat(results.stream(), Stream.of(task)).toList());
    }

    @Override
    public String toString() {
        return "submit " + callee + args + (attrs.isEmpty() ? "" : attrs.toString());
    }

    public Submit withCallee(String newCallee) {
        return new Submit(newCallee, args, attrs, type, origin);
    }

    public Submit withArgs(List<Expr> newArgs) {
        return new Submit(callee, newArgs, attrs, type, origin);
    }

    public Submit withAttrs(Attrs newAttrs) {
        return new Submit(callee, args, newAttrs, type, origin);
    }

    public Submit withType(Type newType) {
        return new Submit(callee, args, attrs, newType, origin);
    }
}

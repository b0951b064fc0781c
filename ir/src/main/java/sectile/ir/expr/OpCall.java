package sectile.ir.expr;

import java.util.List;
import java.util.Optional;

/// A call of an op. [Op#call] builds one from checked operands; attributes that equal their default are left out.
public record OpCall(Op op, List<Expr> args, Attrs attrs, Type type, Origin origin) implements Call {
    public OpCall {
        args = List.copyOf(args);
    }

    /// The operand of that name, if it was given.
    public Optional<Expr> arg(String name) {
        int index = op.operandIndex(name);
        return index < args.size() && !isAbsent(args.get(index)) ? Optional.of(args.get(index)) : Optional.empty();
    }

    /// The operand of that name, which the op requires.
    public Expr operand(String name) {
        return arg(name).orElseThrow(() -> new IllegalStateException(op.name() + " lacks its operand " + name));
    }

    /// The attribute of that name or its default.
    public Optional<Attr> attr(String name) {
        return attrs.find(name).or(() -> op.attribute(name).defaultValue());
    }

    static boolean isAbsent(Expr expr) {
        return expr instanceof Absent;
    }

    @Override
    public String toString() {
        return op.name() + args + (attrs.isEmpty() ? "" : attrs.toString());
    }
}

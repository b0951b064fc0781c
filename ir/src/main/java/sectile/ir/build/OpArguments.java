package sectile.ir.build;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Nearest;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.ops.Ops;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// The arguments of one call of an op: operands in order, then whatever is [Named].
final class OpArguments {
    private final Op op;
    private final Origin origin;
    private final TreeMap<Integer, Object> operands = new TreeMap<>();
    private final TreeMap<String, Attr> attrs = new TreeMap<>();

    private OpArguments(Op op, Origin origin) {
        this.op = op;
        this.origin = origin;
    }

    /// @throws sectile.base.diag.DiagnosticException when the op does not exist
    static Op find(String name, Ops ops, Origin origin) {
        return ops.find(name)
                .orElseThrow(() -> Mistake.at(
                        origin.span(),
                        LanguageCode.UNKNOWN_OP,
                        "the language has no op `" + name + "`",
                        Nearest.hint(name, ops.names())));
    }

    /// @throws sectile.base.diag.DiagnosticException when the arguments do not suit the op
    static OpCall call(Op op, Object[] arguments, Origin origin) {
        var bound = new OpArguments(op, origin);
        int position = 0;
        for (Object argument : arguments) {
            if (argument instanceof Named named) {
                bound.named(named);
            } else {
                bound.operand(position++, argument);
            }
        }
        return op.call(bound.exprs(), Attrs.of(bound.attrs), origin);
    }

    private void operand(int index, Object value) {
        if (index >= op.operands().size()) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.ARGUMENT_COUNT,
                    op.surface() + " takes " + op.operands().size() + " operands, found at least " + (index + 1));
        }
        if (operands.put(index, value) != null) {
            throw twice(op.operands().get(index).name());
        }
    }

    private void named(Named named) {
        if (op.findOperand(named.name()).isPresent()) {
            operand(op.operandIndex(named.name()), named.value());
        } else if (op.findAttribute(named.name()).isPresent()) {
            Attr attr = Values.attr(op.attribute(named.name()).kind(), named.value(), origin.span());
            if (attrs.put(named.name(), attr) != null) {
                throw twice(named.name());
            }
        } else {
            var known =
                    new ArrayList<>(op.operands().stream().map(Operand::name).toList());
            op.attributes().forEach(a -> known.add(a.name()));
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.UNKNOWN_ARGUMENT,
                    op.surface() + " takes no argument `" + named.name() + "`",
                    known.isEmpty() ? "it takes no arguments" : Nearest.hint(named.name(), known));
        }
    }

    private RuntimeException twice(String name) {
        return Mistake.at(
                origin.span(), LanguageCode.ARGUMENT_COUNT, "`" + name + "` of " + op.surface() + " is given twice");
    }

    private List<Expr> exprs() {
        int count = operands.isEmpty() ? 0 : operands.lastKey() + 1;
        var types = new ArrayList<@Nullable Type>();
        for (int i = 0; i < count; i++) {
            types.add(operands.get(i) instanceof Expr expr ? expr.type() : null);
        }
        var exprs = new ArrayList<Expr>();
        for (int i = 0; i < count; i++) {
            Operand operand = op.operands().get(i);
            Object value = operands.get(i);
            if (value == null) {
                if (!operand.optional()) {
                    throw Mistake.at(
                            origin.span(),
                            LanguageCode.ARGUMENT_COUNT,
                            op.surface() + " needs `" + operand.name() + "`");
                }
                exprs.add(Absent.INSTANCE);
            } else {
                DataType literal = op.literalType(operand, types, Attrs.of(attrs));
                exprs.add(Values.expr(value, literal, origin));
            }
        }
        return exprs;
    }
}

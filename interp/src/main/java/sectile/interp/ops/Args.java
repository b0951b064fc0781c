package sectile.interp.ops;

import java.util.Map;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.interp.machine.Calls;
import sectile.interp.machine.Core;
import sectile.interp.value.Data;
import sectile.ir.expr.Attr;
import sectile.ir.expr.OpCall;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Symbol;

/// The operands and attributes of one call, and the core it runs on.
public final class Args {
    private final Core core;
    private final OpCall call;
    private final Object[] values;
    private final Map<String, Object> computed;

    /// @param values operands in order, `Meaning.NOTHING` for one that is left out
    /// @param computed attributes that are expressions of the program
    public Args(Core core, OpCall call, Object[] values, Map<String, Object> computed) {
        this.core = core;
        this.call = call;
        this.values = values;
        this.computed = computed;
    }

    public Core core() {
        return core;
    }

    /// The same call on the cores of another device, its windows seen from there.
    Args on(Core other) {
        Object[] bound = values.clone();
        for (int i = 0; i < bound.length; i++) {
            bound[i] = Calls.bind(other.force(bound[i]), other.rank());
        }
        other.at(core.span());
        return new Args(other, call, bound, computed);
    }

    /// The same call, performed by another core at the same place.
    Args by(Core other) {
        return new Args(other, call, values, computed);
    }

    OpCall call() {
        return call;
    }

    String op() {
        return call.op().name();
    }

    boolean isTile() {
        return call.op().isTile();
    }

    /// Whether the op has an operand of that name.
    boolean takes(String operand) {
        return call.op().findOperand(operand).isPresent();
    }

    boolean has(String operand) {
        int index = call.op().operandIndex(operand);
        return index < values.length && values[index] != Meaning.NOTHING;
    }

    Object value(String operand) {
        return values[call.op().operandIndex(operand)];
    }

    Data data(String operand) {
        return (Data) value(operand);
    }

    Data data(int operand) {
        return (Data) values[operand];
    }

    /// An operand by number; a scalar becomes an array of one element of the type.
    NdArray array(int operand, DType dtype) {
        return values[operand] instanceof Data data ? data.array() : Arithmetic.scalar(dtype, values[operand]);
    }

    NdArray array(String operand) {
        return data(operand).array();
    }

    long integer(String operand) {
        return Scalars.toLong(value(operand));
    }

    double real(String operand) {
        return Scalars.toDouble(value(operand));
    }

    long[] list(String operand) {
        return Scalars.toLongs(value(operand));
    }

    private Attr attr(String name) {
        return call.attr(name).orElseThrow(() -> new IllegalStateException(op() + " lacks " + name));
    }

    boolean isGiven(String name) {
        return call.attr(name).isPresent();
    }

    boolean flag(String name) {
        return ((Attr.Bool) attr(name)).value();
    }

    long number(String name) {
        Object value = computed.get(name);
        return value != null ? Scalars.toLong(value) : ((Attr.Int) attr(name)).value();
    }

    double realAttr(String name) {
        return attr(name) instanceof Attr.Int i ? i.value() : ((Attr.Real) attr(name)).value();
    }

    String text(String name) {
        return call.attr(name).map(a -> ((Attr.Text) a).value()).orElse("");
    }

    DType element(String name) {
        return elementType(name).storage();
    }

    DataType elementType(String name) {
        return ((Attr.Element) attr(name)).value();
    }

    <S extends Symbol> S symbol(String name, Class<S> sort) {
        return sort.cast(((Attr.Sym) attr(name)).value());
    }

    /// A new value of the kind this op makes, all of it valid.
    Data made(NdArray array) {
        return made(array, array.shape().toArray());
    }

    Data made(NdArray array, long[] valid) {
        if (isTile()) {
            return Data.tile(array, valid);
        }
        return core.machine().tensor(array, op(), core.rank(), false).withValid(valid);
    }

    DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return core.error(code, call.op().surface() + ": " + message, hint);
    }
}

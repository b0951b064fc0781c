package sectile.runtime.c;

import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.symbol.Symbol;
import sectile.runtime.c.Value.Kind;

/// One call of an op, for the code that emits it: operands and attributes as C.
final class OpContext {
    private final Expressions expressions;
    private final OpCall call;
    private final List<List<Value>> operands;
    private final List<Value> targets;

    OpContext(Expressions expressions, OpCall call, List<Value> targets) {
        this.expressions = expressions;
        this.call = call;
        this.targets = targets;
        this.operands = call.args().stream().map(expressions::values).toList();
    }

    OpCall call() {
        return call;
    }

    Expressions expressions() {
        return expressions;
    }

    /// Where the result goes; a scratch place if it is not wanted.
    String out() {
        return out(0);
    }

    String out(int index) {
        return index < targets.size()
                ? targets.get(index).text()
                : expressions.slots().fresh(Kind.ARRAY, "nothing").text();
    }

    List<Value> targets() {
        return targets;
    }

    void line(String text) {
        expressions.code().line(text);
    }

    /// Assigns a scalar result, if it is wanted.
    void result(Value value) {
        if (targets.isEmpty()) {
            line("(void)(" + value.text() + ");");
        } else {
            expressions.assign(targets.getFirst(), value);
        }
    }

    /// Whether the result is a tensor rather than a tile.
    String tensor() {
        return Text.literal(!call.op().isTile());
    }

    boolean takes(String operand) {
        return call.op().findOperand(operand).isPresent();
    }

    boolean has(String operand) {
        int index = call.op().operandIndex(operand);
        return index < call.args().size() && !(call.args().get(index) instanceof Absent);
    }

    List<Value> values(String operand) {
        return operands.get(call.op().operandIndex(operand));
    }

    Value value(String operand) {
        return values(operand).getFirst();
    }

    String data(String operand) {
        return value(operand).used();
    }

    String data(int operand) {
        return operands.get(operand).getFirst().used();
    }

    /// An operand that is an array, or a scalar as one of an element type.
    String array(int operand, DType dtype) {
        Value value = operands.get(operand).getFirst();
        return value.kind() == Kind.ARRAY ? value.used() : number(value, dtype);
    }

    /// A scalar as an array of one element.
    String number(Value value, DType dtype) {
        String name = expressions.code().name("x");
        line("sx_number " + name + ";");
        return value.kind() == Kind.FLOAT
                ? "sx_number_f(&" + name + ", " + Text.dtype(dtype) + ", " + value.text() + ")"
                : "sx_number_i(&" + name + ", " + Text.dtype(dtype) + ", " + value.text() + ")";
    }

    /// The element type of an operand with a shape.
    DType dtype(int operand) {
        return ((Shaped) call.args().get(operand).type()).dtype().storage();
    }

    DType dtype(String operand) {
        return dtype(call.op().operandIndex(operand));
    }

    int rank(String operand) {
        return ((Shaped) type(operand)).rank();
    }

    Type type(String operand) {
        return call.args().get(call.op().operandIndex(operand)).type();
    }

    Expr arg(int operand) {
        return call.args().get(operand);
    }

    boolean isScalar(int operand) {
        return call.args().get(operand).type() instanceof ScalarType;
    }

    String integer(String operand) {
        return value(operand).integer();
    }

    String list(String operand) {
        return Text.list(values(operand));
    }

    int count(String operand) {
        return values(operand).size();
    }

    /// A rank and extents, as two arguments.
    String shape(String operand) {
        return count(operand) + ", " + list(operand);
    }

    /// A list, or a null pointer where it is not given.
    String optional(String operand) {
        return takes(operand) && has(operand) ? list(operand) : "NULL";
    }

    boolean isGiven(String attribute) {
        return call.op().findAttribute(attribute).isPresent()
                && call.attr(attribute).isPresent();
    }

    private Attr attr(String name) {
        return call.attr(name)
                .orElseThrow(() -> new IllegalStateException(call.op().name() + " lacks " + name));
    }

    boolean flag(String name) {
        return ((Attr.Bool) attr(name)).value();
    }

    String truth(String name) {
        return Text.literal(flag(name));
    }

    String number(String name) {
        return attr(name) instanceof Attr.Value value
                ? expressions.value(value.value()).integer()
                : Text.literal(((Attr.Int) attr(name)).value());
    }

    double real(String name) {
        return attr(name) instanceof Attr.Int i ? i.value() : ((Attr.Real) attr(name)).value();
    }

    String text(String name) {
        return call.attr(name).map(a -> ((Attr.Text) a).value()).orElse("");
    }

    DType element(String name) {
        return ((Attr.Element) attr(name)).value().storage();
    }

    String dtypeOf(String name) {
        return Text.dtype(element(name));
    }

    <S extends Symbol> S symbol(String name, Class<S> sort) {
        return sort.cast(((Attr.Sym) attr(name)).value());
    }

    Optional<Attr> find(String name) {
        return call.attr(name);
    }
}

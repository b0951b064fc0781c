package sectile.script.code;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.base.number.Comparison;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.value.Ints;
import sectile.python.value.None;
import sectile.python.value.Sequence;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Items;
import sectile.sim.kernel.Tl;
import sectile.sim.kernel.TlArguments;
import sectile.sim.kernel.TlOperation;
import sectile.sim.kernel.TlParameter;
import sectile.sim.kernel.TlTable;

/// Operators with a handle on at least one side. They are operations of the machine and take its time.
final class HandleMath {
    private static final Map<Operator, TlOperation> OPERATORS = operators();

    private HandleMath() {}

    private static Map<Operator, TlOperation> operators() {
        var operations = new EnumMap<Operator, TlOperation>(Operator.class);
        for (Operator operator : Operator.values()) {
            TlTable.standard()
                    .findOperator(operator.text())
                    .ifPresent(operation -> operations.put(operator, operation));
        }
        return Collections.unmodifiableMap(operations);
    }

    static Object binary(Activation run, Operator operator, Object a, Object b, Span at) {
        run.enter(at);
        try {
            Object result = attempt(run.tl(), operator, a, b, at);
            // Refuses with the operator's own message.
            return result == null ? operator.apply(a, b, Place.at(at)) : result;
        } catch (RuntimeException e) {
            throw run.located(e, at);
        }
    }

    private static @Nullable Object attempt(Tl tl, Operator operator, Object a, Object b, Span at) {
        TlOperation operation = OPERATORS.get(operator);
        if (operation == null || !suits(operation, 0, a) || !suits(operation, 1, b)) {
            return null;
        }
        return operation.body().call(tl, new TlArguments(operand(a, at), operand(b, at)));
    }

    private static boolean suits(TlOperation operation, int index, Object value) {
        return value instanceof Handle
                || (operation.parameter(index).kind() == TlParameter.Kind.OPERAND && Values.isNumber(value));
    }

    private static Object operand(Object value, Span at) {
        return value instanceof Handle ? value : Numbers.of(value, at);
    }

    /// The result of an operation as a value of a kernel.
    static Object value(@Nullable Object result) {
        return switch (result) {
            case null -> None.NONE;
            case sectile.sim.Place place -> new TupleValue((long) place.sip(), (long) place.cube(), (long) place.pe());
            default -> result;
        };
    }

    static Object negate(Activation run, Handle handle, Span at) {
        run.enter(at);
        try {
            return run.tl().neg(handle);
        } catch (RuntimeException e) {
            throw run.located(e, at);
        }
    }

    static Object compare(Activation run, Relation relation, Object a, Object b, Span at) {
        Comparison op = switch (relation) {
            case LT -> Comparison.LT;
            case LE -> Comparison.LE;
            case GT -> Comparison.GT;
            case GE -> Comparison.GE;
            case EQ -> Comparison.EQ;
            case NE -> Comparison.NE;
            case IN, NOT_IN, IS, IS_NOT ->
                throw Problems.at(
                        at,
                        TextCode.OPERAND_KINDS,
                        "`" + relation.text() + "` does not apply to a handle",
                        "use == and !=");
        };
        run.enter(at);
        try {
            if (a instanceof Handle x && b instanceof Handle y) {
                return run.tl().compare(op, x, y);
            }
            if (a instanceof Handle x && Values.isNumber(b)) {
                return run.tl().compare(op, x, Numbers.of(b, at));
            }
            if (b instanceof Handle y && Values.isNumber(a)) {
                return run.tl().compare(mirrored(op), y, Numbers.of(a, at));
            }
        } catch (RuntimeException e) {
            throw run.located(e, at);
        }
        throw Problems.at(
                at,
                TextCode.OPERAND_KINDS,
                "`" + relation.text() + "` does not apply to " + Problems.kind(a) + " and " + Problems.kind(b),
                "handles compare with handles and numbers");
    }

    private static Comparison mirrored(Comparison op) {
        return switch (op) {
            case LT -> Comparison.GT;
            case LE -> Comparison.GE;
            case GT -> Comparison.LT;
            case GE -> Comparison.LE;
            case EQ -> Comparison.EQ;
            case NE -> Comparison.NE;
        };
    }

    /// A handle as a condition: only one of a single element is.
    static boolean truth(Activation run, Handle handle, Span at) {
        if (handle.shape().elements() != 1) {
            throw Problems.at(
                    at,
                    TextCode.HANDLE_AS_CONDITION,
                    "a handle of shape " + handle.shape() + " is neither true nor false: it has "
                            + handle.shape().elements() + " elements",
                    "pick one with h[i], or fold them with tl.max or tl.sum");
        }
        run.enter(at);
        try {
            return run.tl().item(handle, new long[handle.shape().rank()]) != 0;
        } catch (RuntimeException e) {
            throw run.located(e, at);
        }
    }

    /// `h[i]`, `h[i, j]`: one element, as an int, a float or a bool.
    static Object element(Activation run, Handle handle, Object index, Span at) {
        long[] position;
        if (index instanceof Sequence sequence) {
            position = new long[sequence.size()];
            for (int i = 0; i < position.length; i++) {
                position[i] = Ints.small(sequence.at(i), "an index of a handle", Place.at(at));
            }
        } else {
            position = new long[] {Ints.small(index, "an index of a handle", Place.at(at))};
        }
        return item(run, handle, position, at);
    }

    private static Object item(Activation run, Handle handle, long[] position, Span at) {
        run.enter(at);
        try {
            return Items.of(run.tl(), handle, position);
        } catch (RuntimeException e) {
            throw run.located(e, at);
        }
    }
}

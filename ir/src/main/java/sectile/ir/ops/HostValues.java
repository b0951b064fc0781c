package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Describe;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// Values that an orchestrator keeps: short arrays of scalars, and prefetches into the cache.
final class HostValues {
    private HostValues() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        Operand array = Operand.of("array", OperandKind.ARRAY, "the array");
        ops.add(new OpBuilder("array.create", "An array of scalars; task ids are invalid, numbers 0.")
                .means(Semantics.Scalars.CREATE)
                .formula("out = zeros")
                .operands(Parts.index("extent", "how many"))
                .required("dtype", Parts.ELEMENT, "element type")
                .rule(args ->
                        new ArrayType(args.arg("extent"), args.element("dtype").orElseThrow())));
        ops.add(new OpBuilder("array.get_element", "One element of an array.")
                .means(Semantics.Scalars.GET)
                .formula("out = array[index]")
                .operands(array, Parts.index("index", "which"))
                .rule(args -> ScalarType.of(array(args).dtype())));
        ops.add(new OpBuilder("array.update_element", "The array with one element replaced.")
                .means(Semantics.Scalars.SET)
                .formula("out = array; out[index] = value")
                .operands(array, Parts.index("index", "which"), Parts.scalar("value", "its new value"))
                .rule(args -> {
                    DataType expected = array(args).dtype();
                    DataType found = args.scalar("value");
                    if (found != expected && !(found.isInteger() && expected.isInteger())) {
                        throw args.at(
                                "value",
                                LanguageCode.TYPES_DIFFER,
                                "an element of " + Describe.type(array(args)) + " is " + expected + ", found " + found,
                                "");
                    }
                    return array(args);
                }));
        ops.add(prefetch("make_context", "A context for prefetches.", HandleType.Kind.PREFETCH_CONTEXT));
        ops.add(prefetch(
                "async_prefetch",
                "Starts to copy a tensor into the cache.",
                HandleType.Kind.PREFETCH_EVENT,
                Operand.of("src", OperandKind.TENSOR, "the tensor"),
                Operand.of("ctx", OperandKind.PREFETCH_CONTEXT, "the context")));
        ops.add(prefetch(
                "session",
                "The session of a context.",
                HandleType.Kind.PREFETCH_SESSION,
                Operand.of("ctx", OperandKind.PREFETCH_CONTEXT, "the context")));
        ops.add(new OpBuilder("prefetch.wait", "Waits for a prefetch; true when it succeeded.")
                .means(Semantics.Prefetch.WAIT)
                .formula("out = True")
                .operands(
                        Operand.of("event", OperandKind.PREFETCH_EVENT, "the event"),
                        Operand.of("session", OperandKind.PREFETCH_SESSION, "the session"))
                .once()
                .rule(args -> ScalarType.BOOL));
        return ops;
    }

    private static Op prefetch(String name, String doc, HandleType.Kind result, Operand... operands) {
        return new OpBuilder("prefetch." + name, doc)
                .means(operands.length == 2 ? Semantics.Prefetch.START : Semantics.Prefetch.HANDLE)
                .formula("out = a handle")
                .operands(operands)
                .once()
                .rule(args -> new HandleType(result));
    }

    private static ArrayType array(OpArgs args) {
        return (ArrayType) args.type("array");
    }
}

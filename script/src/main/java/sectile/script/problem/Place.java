package sectile.script.problem;

import sectile.base.diag.Span;
import sectile.python.value.Fault;
import sectile.python.value.Site;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.RecvFuture;

/// A place in the text of a kernel, which makes diagnostics of the faults of Python values.
public interface Place extends Site {
    Span span();

    /// A value that knows what messages call it.
    interface Named {
        String kind();
    }

    static Place at(Span span) {
        return () -> span;
    }

    @Override
    default RuntimeException fault(Fault fault, String message, String hint) {
        return Problems.at(span(), Problems.code(fault), message, hint);
    }

    @Override
    default String kind(Object foreign) {
        return switch (foreign) {
            case Handle _ -> "a handle";
            case RecvFuture _ -> "a future";
            case Named named -> named.kind();
            default -> foreign.getClass().getSimpleName();
        };
    }

    @Override
    default String hint(String operation, Object foreign) {
        if (!(foreign instanceof Handle)) {
            return "";
        }
        return switch (operation) {
            case "len" -> "its extents are in .shape";
            case "min", "max" -> "element by element it is tl." + operation + "imum, over an axis tl." + operation;
            case "abs" -> "it is tl.abs";
            case "slice" -> "load the part that is wanted from its address";
            case "int", "float" -> "pick one element with h[i], or convert all with tl.cast";
            case "round", "math" -> "functions of elements are those of tl";
            default -> "handles take + - * / @ with handles and numbers of their type";
        };
    }
}

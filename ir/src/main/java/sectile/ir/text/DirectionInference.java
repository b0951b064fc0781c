package sectile.ir.text;

import java.util.Set;
import sectile.ir.Function;
import sectile.ir.rewrite.Writes;
import sectile.ir.symbol.Direction;

/// The directions of parameters whose annotation names none: In, or InOut if the function writes them. Callees are
/// read before their callers, so their directions are known.
final class DirectionInference {
    private DirectionInference() {}

    /// `written` are the parameters whose direction the program states.
    static Function infer(Function function, Set<String> written, Writes.Callees callees) {
        Writes writes = Writes.of(function, callees);
        return function.withParams(function.params().stream()
                .map(p -> written.contains(p.name()) || !writes.isWritten(p) ? p : p.withDirection(Direction.INOUT))
                .toList());
    }
}

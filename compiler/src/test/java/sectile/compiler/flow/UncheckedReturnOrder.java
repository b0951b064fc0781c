package sectile.compiler.flow;

import sectile.ir.Function;
import sectile.ir.Program;

/// The order of results as the pass would apply it if it did not ask whether the order is a permutation.
public final class UncheckedReturnOrder {
    private UncheckedReturnOrder() {}

    public static Program applied(Program program, String name) {
        Function function = program.function(name);
        return new ReturnOrder(name, ReturnOrder.targets(function, program).orElseThrow()).applied(program);
    }
}

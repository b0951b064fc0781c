package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Type;

/// The types of a function's parameters and results.
///
/// @param params of the program, then the block and the number of blocks if it runs in blocks
record Signature(String name, List<String> params, List<String> results, boolean runsInBlocks) {
    static Signature of(Function function) {
        var params = new ArrayList<String>();
        for (Param param : function.params()) {
            params.addAll(Types.parts(param.type(), param.variable().span()));
        }
        boolean runsInBlocks = runsInBlocks(function);
        if (runsInBlocks) {
            params.addAll(List.of("index", "index"));
        }
        var results = new ArrayList<String>();
        for (Type type : function.results()) {
            results.addAll(Types.parts(type, function.origin().span()));
        }
        return new Signature(function.name(), params, results, runsInBlocks);
    }

    static boolean runsInBlocks(Function function) {
        return switch (function.kind()) {
            case IN_CORE, AIC, AIV, GROUP, SPMD -> true;
            case OPAQUE, ORCHESTRATION, INLINE, GRAPH -> false;
        };
    }

    /// `() -> (f32, index)`
    String type() {
        return "(" + String.join(", ", params) + ") -> " + resultType();
    }

    String resultType() {
        return results.size() == 1 ? results.getFirst() : "(" + String.join(", ", results) + ")";
    }

    String declaration() {
        return "  func.func private @" + name + "(" + String.join(", ", params) + ")"
                + (results.isEmpty() ? "" : " -> " + resultType()) + "\n";
    }
}

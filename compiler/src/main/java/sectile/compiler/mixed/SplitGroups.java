package sectile.compiler.mixed;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.SplitMode;

/// Divides the vector part of groups that ask for it between two vector cores.
public final class SplitGroups {
    private static final String ATTRIBUTE = "split";

    private SplitGroups() {}

    public static Program of(Program program, Diagnostics diagnostics) {
        Map<String, Function> functions = new TreeMap<>();
        program.functions().forEach(f -> functions.put(f.name(), f));
        for (Function group : program.functions()) {
            if (group.kind() != FunctionKind.GROUP) {
                continue;
            }
            Optional<Function> matrix = half(program, group, FunctionKind.AIC);
            Optional<Function> vector = half(program, group, FunctionKind.AIV);
            // Written kernels say it of the vector part, outlined ones of the group.
            SplitMode mode = mode(group) == SplitMode.NONE && vector.isPresent() ? mode(vector.get()) : mode(group);
            if (mode != SplitMode.NONE && matrix.isPresent() && vector.isPresent()) {
                try {
                    Function divided = LaneSplit.of(vector.get(), mode);
                    functions.put(divided.name(), plain(divided));
                    functions.put(matrix.get().name(), plain(divided(matrix.get(), mode)));
                    functions.put(group.name(), plain(group));
                } catch (DiagnosticException impossible) {
                    impossible.diagnostics().forEach(diagnostics::add);
                }
            }
        }
        return program.withFunctions(functions.values());
    }

    private static SplitMode mode(Function function) {
        return function.attrs().find(ATTRIBUTE).orElse(null) instanceof Attr.Sym symbol
                        && symbol.value() instanceof SplitMode mode
                ? mode
                : SplitMode.NONE;
    }

    private static Function plain(Function function) {
        return function.withAttrs(function.attrs().without(ATTRIBUTE));
    }

    private static Optional<Function> half(Program program, Function group, FunctionKind kind) {
        return PipeBuffer.callees(group).stream()
                .flatMap(name -> program.find(name).stream())
                .filter(f -> f.kind() == kind)
                .findFirst();
    }

    /// The matrix part sends halves and puts halves together.
    private static Function divided(Function matrix, SplitMode mode) {
        return Rewriter.bottomUp(e -> divided(e, mode), s -> s).function(matrix);
    }

    private static Expr divided(Expr expr, SplitMode mode) {
        return expr instanceof OpCall call
                        && (call.op().semantics() instanceof Semantics.Push
                                || call.op().semantics() instanceof Semantics.Pop)
                ? call.op().call(call.args(), call.attrs().with(ATTRIBUTE, LaneSplit.code(mode)), call.origin())
                : expr;
    }
}

package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.mixed.Expansion;
import sectile.compiler.mixed.Side;
import sectile.compiler.mixed.Sides;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.verify.Property;

/// Gives every kernel the kind of core it runs on. A kernel with matrix and vector ops becomes a function for each kind
/// and a group of both, joined by pipes.
public final class ExpandMixedKernel implements Pass {
    @Override
    public String summary() {
        return "Splits kernels with matrix and vector ops into a matrix, a vector and a group function.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.TILE_OPS, Property.SPACES_INFERRED);
    }

    @Override
    public Program run(Program program, PassContext context) {
        if (!context.target().cores().split()) {
            return program;
        }
        List<Function> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            functions.addAll(parts(function, program, context));
        }
        return context.diagnostics().hasErrors() ? program : program.withFunctions(functions);
    }

    /// What a function becomes on the target; the function itself if it is not split.
    static List<Function> parts(Function function, Program program, PassContext context) {
        if (!context.target().cores().split()) {
            return List.of(function);
        }
        try {
            return expanded(function, program, context);
        } catch (DiagnosticException mistake) {
            mistake.diagnostics().forEach(context.diagnostics()::add);
            return List.of();
        }
    }

    private static List<Function> expanded(Function function, Program program, PassContext context) {
        if (function.kind() != FunctionKind.IN_CORE || Expansion.isDivided(function)) {
            return List.of(function);
        }
        Set<Side> sides = Sides.of(function);
        if (sides.size() < 2) {
            Side only = sides.stream().findFirst().orElse(Side.VECTOR);
            return List.of(function.withKind(only.kind()).withPlace(null, null));
        }
        return Expansion.of(function, program, context.diagnostics());
    }
}

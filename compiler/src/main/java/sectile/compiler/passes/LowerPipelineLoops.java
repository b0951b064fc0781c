package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.flow.Prefetch;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.For;
import sectile.ir.symbol.ForKind;
import sectile.ir.verify.Property;

/// Turns `pl.pipeline` loops into plain loops that load the tiles of a later iteration before they compute.
public final class LowerPipelineLoops implements FunctionPass {
    @Override
    public String summary() {
        return "Makes pipelined loops load the tiles of later iterations ahead.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        var prefetch = Prefetch.in(function);
        return Rewriter.bottomUp(
                        e -> e,
                        s -> s instanceof For loop && loop.kind() == ForKind.PIPELINE ? prefetch.lowered(loop) : s)
                .function(function);
    }
}

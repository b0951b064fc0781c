package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.flow.Unused;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Computes what can be known of scalars: constants, canonical indices, decided branches, loops of no or one
/// iteration, and unused scalars.
public final class Simplify implements FunctionPass {
    @Override
    public String summary() {
        return "Folds scalars, decides branches and removes loops of no or one iteration.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        Function simplified = new SimplifyStatements().function(function);
        return simplified.withBody(Unused.scalarsRemoved(simplified));
    }
}

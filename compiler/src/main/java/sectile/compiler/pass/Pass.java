package sectile.compiler.pass;

import java.util.Set;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// One step of the compiler: a program becomes another one that computes the same.
///
/// A pass is a small class whose name is a sentence (`ConvertToSsa`, `LowerCompositeOps`) and which has no state. A
/// mistake of the user that it finds is a diagnostic in the context; the program it then returns is not used.
public interface Pass {
    /// As it is called in pipelines, dumps and documentation.
    default String name() {
        return getClass().getSimpleName();
    }

    /// What it does, in one sentence.
    String summary();

    /// What a program must be before the pass.
    default Set<Property> requires() {
        return Set.of();
    }

    /// What every program is after the pass.
    default Set<Property> produces() {
        return Set.of();
    }

    /// What a program may no longer be after the pass.
    default Set<Property> invalidates() {
        return Set.of();
    }

    Program run(Program program, PassContext context);
}

package sectile.compiler.pass;

import java.util.Set;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Follows a compilation: dumps, profiles and checks are listeners.
public interface PassListener {
    PassListener NONE = new PassListener() {};

    /// Before the first pass.
    default void begin(Program program) {}

    /// After each pass.
    ///
    /// @param properties what the program is known to be now
    default void ran(Pass pass, Program before, Program after, Set<Property> properties) {}
}

package sectile.compiler.pass;

import java.util.List;
import java.util.Set;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Follows a compilation: dumps, profiles and checks are listeners.
public interface PassListener {
    PassListener NONE = new PassListener() {};

    /// Before the first pass.
    default void begin(Program program) {}

    /// Directly before each pass.
    default void starts(Pass pass) {}

    /// After each pass.
    ///
    /// @param properties what the program is known to be now
    default void ran(Pass pass, Program before, Program after, Set<Property> properties) {}

    /// Several listeners, one after the other.
    static PassListener all(List<PassListener> listeners) {
        List<PassListener> each = List.copyOf(listeners);
        return new PassListener() {
            @Override
            public void begin(Program program) {
                each.forEach(l -> l.begin(program));
            }

            @Override
            public void starts(Pass pass) {
                each.forEach(l -> l.starts(pass));
            }

            @Override
            public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
                each.forEach(l -> l.ran(pass, before, after, properties));
            }
        };
    }
}

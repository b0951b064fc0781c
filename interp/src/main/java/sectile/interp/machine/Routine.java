package sectile.interp.machine;

import java.util.List;
import sectile.ir.Function;

/// A function of the program in executable form.
public interface Routine {
    Function function();

    /// Runs the body on a core; gives as many values as the function has results.
    Object[] call(Core core, Object[] args);

    /// For every result the parameter it always is, or -1.
    List<Integer> aliases();

    /// Whether the body, or one it calls, tells vector cores of a group apart.
    boolean knowsLanes();
}

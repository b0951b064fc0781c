package sectile.sim.component;

import java.util.Set;

/// Makes models of one named implementation. Users add theirs through [java.util.ServiceLoader].
public interface ComponentProvider {
    /// The name written as `impl` in a topology file, like `acme.tensor_core`. Names in `builtin.` are ours.
    String name();

    /// The kinds of component it implements.
    Set<ComponentKind> kinds();

    /// The attributes it takes. They are checked before [#create].
    AttributeSchema schema();

    /// Makes the model for one of [#kinds]; it must implement that kind's [ComponentKind#model()].
    ///
    /// @throws AttributeException if attributes contradict each other
    ComponentModel create(ComponentKind kind, Attributes attributes) throws AttributeException;
}

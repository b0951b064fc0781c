package sectile.sim.topology;

import java.util.Objects;
import sectile.sim.component.Attributes;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentModel;

/// What every component of a kind is like: the implementation named in the file, its attributes, and the model
/// made of both.
public record ComponentSpec(ComponentKind kind, String impl, Attributes attributes, ComponentModel model) {
    public ComponentSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(impl, "impl");
        Objects.requireNonNull(attributes, "attributes");
        if (!kind.model().isInstance(model)) {
            throw new IllegalArgumentException(
                    impl + " made a " + model.getClass().getName() + " for " + kind.text() + ", which needs a "
                            + kind.model().getSimpleName());
        }
    }

    public long overheadPs() {
        return model.overheadPs();
    }
}

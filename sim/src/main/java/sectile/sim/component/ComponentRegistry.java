package sectile.sim.component;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/// The component implementations a topology file can name.
public final class ComponentRegistry {
    private final Map<String, ComponentProvider> byName;

    private ComponentRegistry(Map<String, ComponentProvider> byName) {
        this.byName = Collections.unmodifiableMap(byName);
    }

    /// The built-in implementations and those found on the class path.
    ///
    /// @throws IllegalStateException if two providers have one name
    public static ComponentRegistry load() {
        List<ComponentProvider> all = new ArrayList<>(BuiltinComponents.all());
        ServiceLoader.load(ComponentProvider.class).forEach(all::add);
        return of(all);
    }

    /// Only the built-in implementations.
    public static ComponentRegistry builtins() {
        return of(BuiltinComponents.all());
    }

    /// Some implementations.
    ///
    /// @throws IllegalStateException if two providers have one name
    public static ComponentRegistry of(List<? extends ComponentProvider> providers) {
        Map<String, ComponentProvider> byName = new TreeMap<>();
        for (ComponentProvider provider : providers) {
            ComponentProvider other = byName.put(provider.name(), provider);
            if (other != null) {
                throw new IllegalStateException("two components are named " + provider.name() + ": "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        return new ComponentRegistry(byName);
    }

    public Optional<ComponentProvider> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// The names of the implementations that can implement a component, sorted.
    public List<String> namesFor(ComponentKind kind) {
        return byName.values().stream()
                .filter(provider -> provider.kinds().contains(kind))
                .map(ComponentProvider::name)
                .toList();
    }

    /// Every implementation, sorted by name.
    public List<ComponentProvider> providers() {
        return List.copyOf(byName.values());
    }
}

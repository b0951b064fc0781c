package sectile.script.code;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variables of a function, numbered; for constants of the module there are none.
final class Scope {
    /// What the kernel interface is called, everywhere.
    static final String TL = "tl";

    private final Map<String, Integer> slots = new LinkedHashMap<>();
    private final String function;
    private final boolean hasTl;

    private Scope(String function, boolean hasTl) {
        this.function = function;
        this.hasTl = hasTl;
    }

    static Scope ofModule() {
        return new Scope("", false);
    }

    static Scope ofFunction(FunctionCode function) {
        Scope scope = new Scope(function.name(), function.takesTl());
        function.parameterNames().forEach(scope::declare);
        return scope;
    }

    void declare(String name) {
        slots.putIfAbsent(name, slots.size());
    }

    @Nullable
    Integer slot(String name) {
        return slots.get(name);
    }

    List<String> names() {
        return List.copyOf(slots.keySet());
    }

    int size() {
        return slots.size();
    }

    /// The name of the function, empty for the module.
    String function() {
        return function;
    }

    boolean hasTl() {
        return hasTl;
    }
}

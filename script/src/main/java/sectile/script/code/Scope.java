package sectile.script.code;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variables of a function, numbered; for constants of the module there are only those of comprehensions.
final class Scope {
    /// What the kernel interface is called, everywhere.
    static final String TL = "tl";

    private final Map<String, Integer> slots;
    private final Counter counter;
    private final String function;
    private final boolean hasTl;
    private final @Nullable Scope outer;

    /// How many slots a function needs; its comprehensions share them.
    private static final class Counter {
        private int used;
    }

    /// A variable of a function around this one.
    ///
    /// @param depth how many functions out
    record Captured(int depth, int slot) {}

    private Scope(Map<String, Integer> slots, Counter counter, String function, boolean hasTl, @Nullable Scope outer) {
        this.slots = slots;
        this.counter = counter;
        this.function = function;
        this.hasTl = hasTl;
        this.outer = outer;
    }

    static Scope ofModule() {
        return new Scope(new LinkedHashMap<>(), new Counter(), "", false, null);
    }

    /// @param outer of the function it is defined in, null at the top of a file
    static Scope ofFunction(FunctionCode function, @Nullable Scope outer) {
        Scope scope = new Scope(new LinkedHashMap<>(), new Counter(), function.name(), function.takesTl(), outer);
        function.parameterNames().forEach(scope::declare);
        return scope;
    }

    /// The scope of a comprehension: its variables hide those of the same name around it.
    Scope inner() {
        return new Scope(new LinkedHashMap<>(slots), counter, function, hasTl, outer);
    }

    void declare(String name) {
        if (!slots.containsKey(name)) {
            slots.put(name, counter.used++);
        }
    }

    /// A variable of a comprehension, which is never one that is there already.
    int declareNew(String name) {
        int slot = counter.used++;
        slots.put(name, slot);
        return slot;
    }

    @Nullable
    Integer slot(String name) {
        return slots.get(name);
    }

    /// Finds a variable in the functions around this one.
    @Nullable
    Captured captured(String name) {
        int depth = 1;
        for (Scope scope = outer; scope != null; scope = scope.outer) {
            Integer slot = scope.slot(name);
            if (slot != null) {
                return new Captured(depth, slot);
            }
            depth++;
        }
        return null;
    }

    /// Whether a name is a variable, of this function or of one around it.
    boolean isVariable(String name) {
        return slot(name) != null || captured(name) != null;
    }

    List<String> names() {
        return List.copyOf(slots.keySet());
    }

    int size() {
        return counter.used;
    }

    /// The name of the function, empty for the module.
    String function() {
        return function;
    }

    boolean hasTl() {
        return hasTl;
    }
}

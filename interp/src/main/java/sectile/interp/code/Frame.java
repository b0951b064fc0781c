package sectile.interp.code;

import org.jspecify.annotations.Nullable;
import sectile.interp.machine.Core;

/// The variables of one activation of a function, and where it runs.
final class Frame {
    final @Nullable Object[] slots;
    Core core;
    Object[] yielded = {};
    Object[] returned = {};

    Frame(int size, Core core) {
        this.slots = new Object[size];
        this.core = core;
    }

    private Frame(@Nullable Object[] slots, Core core) {
        this.slots = slots;
        this.core = core;
    }

    /// The same variables for another fiber.
    Frame copy(Core other) {
        return new Frame(slots.clone(), other);
    }

    void takeOver(Frame other) {
        System.arraycopy(other.slots, 0, slots, 0, slots.length);
        returned = other.returned;
    }
}

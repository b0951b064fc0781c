package sectile.script.code;

import org.jspecify.annotations.Nullable;
import sectile.python.value.None;

/// The variables of one call. A slot without a value is null.
final class Frame {
    final @Nullable Object[] slots;
    final Activation run;
    /// That of the function in which the called one is defined; null at the top of a file.
    final @Nullable Frame outer;

    Object result = None.NONE;

    Frame(@Nullable Object[] slots, Activation run) {
        this(slots, run, null);
    }

    Frame(@Nullable Object[] slots, Activation run, @Nullable Frame outer) {
        this.slots = slots;
        this.run = run;
        this.outer = outer;
    }
}

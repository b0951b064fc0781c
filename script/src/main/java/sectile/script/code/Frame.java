package sectile.script.code;

import org.jspecify.annotations.Nullable;
import sectile.python.value.None;

/// The variables of one call. A slot without a value is null.
final class Frame {
    final @Nullable Object[] slots;
    final Activation run;
    Object result = None.NONE;

    Frame(@Nullable Object[] slots, Activation run) {
        this.slots = slots;
        this.run = run;
    }
}

package sectile.interp.value;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// The slot of a pipe that a received tile is in, until it is given back to the sender.
public final class Slot {
    private @Nullable Span givenBack;

    /// The tile must not be used from here on.
    ///
    /// @param where the statement that gives it back
    public void giveBack(Span where) {
        givenBack = where;
    }

    /// Where it was given back; empty while the tile may be used.
    public Optional<Span> givenBack() {
        return Optional.ofNullable(givenBack);
    }
}

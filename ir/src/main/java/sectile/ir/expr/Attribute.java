package sectile.ir.expr;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One attribute of an op. Without a default it is required, unless `optional`.
public record Attribute(
        String name, AttrKind kind, @Nullable Attr fallback, boolean optional, String doc) {
    public Optional<Attr> defaultValue() {
        return Optional.ofNullable(fallback);
    }

    public boolean required() {
        return fallback == null && !optional;
    }
}

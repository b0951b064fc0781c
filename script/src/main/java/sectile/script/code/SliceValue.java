package sectile.script.code;

import org.jspecify.annotations.Nullable;

/// `lower:upper:step` between the brackets of a host value.
public record SliceValue(
        @Nullable Object lower,
        @Nullable Object upper,
        @Nullable Object step) {}

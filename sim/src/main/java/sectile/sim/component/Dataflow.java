package sectile.sim.component;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Which operand of a product stays in a systolic array while the others stream through it.
enum Dataflow {
    /// C stays: the array spans M × N and K streams.
    OUTPUT,
    /// B stays: the array spans K × N and M streams.
    WEIGHT,
    /// A stays: the array spans K × M and N streams.
    INPUT;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Dataflow of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(Dataflow::text).toList();
    }
}

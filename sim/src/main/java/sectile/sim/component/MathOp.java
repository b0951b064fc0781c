package sectile.sim.component;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the vector engine can be asked to do.
public enum MathOp {
    ADD,
    SUB,
    MUL,
    DIV,
    MAXIMUM,
    MINIMUM,
    FMA,
    CLAMP,
    EXP,
    LOG,
    SQRT,
    ABS,
    NEG,
    SIGMOID,
    SIN,
    COS,
    SOFTMAX,
    SUM,
    MAX,
    MIN,
    WHERE,
    CAST,
    CMP,
    COPY;

    private final String text = name().toLowerCase(Locale.ROOT);

    /// The name in topology files and op logs.
    public String text() {
        return text;
    }

    public static Optional<MathOp> parse(String text) {
        return Arrays.stream(values()).filter(op -> op.text().equals(text)).findFirst();
    }

    /// The names of all operations, for schemas and hints.
    public static List<String> texts() {
        return Arrays.stream(values()).map(MathOp::text).toList();
    }
}

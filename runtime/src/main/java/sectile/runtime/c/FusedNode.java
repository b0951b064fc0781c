package sectile.runtime.c;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Reduction;
import sectile.base.number.UnaryFunction;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;

/// A value of a fused region.
final class FusedNode {
    /// How a value lies on the rows and columns of its region.
    enum Extent {
        /// An element in every row and column.
        FULL,
        /// One in every row.
        ROW,
        /// One in every column.
        COLUMN,
        /// One.
        ONE
    }

    /// What a value is.
    sealed interface Kind {}

    /// An array that exists before the region, read in place.
    record Source(Expr expr) implements Kind {}

    /// A part of one, read in place instead of being copied.
    record Load(OpCall call) implements Kind {}

    /// A scalar.
    record Single(Expr expr) implements Kind {}

    record Apply(UnaryFunction function) implements Kind {}

    record Combine(BinaryFunction function) implements Kind {}

    /// A smaller value in every row or column.
    record Expand() implements Kind {}

    record Fold(Reduction function) implements Kind {}

    final int id;
    final Kind kind;
    final Extent extent;
    final List<FusedNode> operands;
    final Span span;
    /// In which walk over the columns a full value is computed, or before which one a value of a row is known.
    final int pass;
    /// Whether a later walk, or a sum, reads it from memory.
    boolean kept;
    /// The variable that holds it after the region, if it is read there.
    @Nullable
    Var stored;
    /// The type that the variable has.
    @Nullable
    Shaped type;

    FusedNode(int id, Kind kind, Extent extent, List<FusedNode> operands, Span span) {
        this.id = id;
        this.kind = kind;
        this.extent = extent;
        this.operands = List.copyOf(operands);
        this.span = span;
        int latest = 0;
        for (FusedNode operand : operands) {
            latest = Math.max(latest, operand.pass);
        }
        this.pass = kind instanceof Fold ? latest + 1 : latest;
    }

    /// Whether it is in memory before the region begins.
    boolean isInput() {
        return kind instanceof Source || kind instanceof Load;
    }

    boolean isComputed() {
        return !isInput() && !(kind instanceof Single);
    }

    /// A computed value, but for a reduction, with the functions of `sx_vector.h` and `sx_fused.cl`.
    ///
    /// @param operand how the value of an operand is written
    String expression(Function<FusedNode, String> operand) {
        return switch (kind) {
            case Apply(UnaryFunction function) -> applied(function, operand.apply(operands.getFirst()));
            case Combine(BinaryFunction function) ->
                combined(function, operand.apply(operands.getFirst()), operand.apply(operands.get(1)));
            case Expand _ -> operand.apply(operands.getFirst());
            case Source _ -> throw new IllegalStateException("an input");
            case Load _ -> throw new IllegalStateException("an input");
            case Single _ -> throw new IllegalStateException("a number");
            case Fold _ -> throw new IllegalStateException("a reduction");
        };
    }

    private static String applied(UnaryFunction function, String a) {
        return switch (function) {
            case NEG, ABS, RELU, RECIP, SQRT, RSQRT, EXP, SIGMOID -> "sx_" + function.text() + "_v(" + a + ")";
            case LOG, SIN, COS -> "sx_each_v(SX_" + function.name() + ", " + a + ")";
            case NOT -> throw new IllegalStateException("a function of integers");
        };
    }

    private static String combined(BinaryFunction function, String a, String b) {
        return switch (function) {
            case ADD -> a + " + " + b;
            case SUB -> a + " - " + b;
            case MUL -> a + " * " + b;
            case DIV -> "sx_div_v(" + a + ", " + b + ")";
            case MAXIMUM -> "sx_max_v(" + a + ", " + b + ")";
            case MINIMUM -> "sx_min_v(" + a + ", " + b + ")";
            case EXPDIF -> "sx_expdif_v(" + a + ", " + b + ")";
            case PRELU -> "sx_prelu_v(" + a + ", " + b + ")";
            case FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR ->
                throw new IllegalStateException(function + " has no vector form");
        };
    }
}

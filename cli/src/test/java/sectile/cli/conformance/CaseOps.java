package sectile.cli.conformance;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.number.BinaryFunction;
import sectile.base.number.TernaryFunction;
import sectile.ir.symbol.DataType;

/// Cases as ops of the tile language.
final class CaseOps {
    private CaseOps() {}

    private static final Map<DType, DataType> NAMES = Map.ofEntries(
            Map.entry(DType.I4, DataType.INT4),
            Map.entry(DType.I8, DataType.INT8),
            Map.entry(DType.I16, DataType.INT16),
            Map.entry(DType.I32, DataType.INT32),
            Map.entry(DType.I64, DataType.INT64),
            Map.entry(DType.U4, DataType.UINT4),
            Map.entry(DType.U8, DataType.UINT8),
            Map.entry(DType.U16, DataType.UINT16),
            Map.entry(DType.U32, DataType.UINT32),
            Map.entry(DType.U64, DataType.UINT64),
            Map.entry(DType.F16, DataType.FP16),
            Map.entry(DType.BF16, DataType.BF16),
            Map.entry(DType.F32, DataType.FP32),
            Map.entry(DType.F64, DataType.FP64),
            Map.entry(DType.F8E4M3, DataType.FP8E4M3FN),
            Map.entry(DType.F8E5M2, DataType.FP8E5M2),
            Map.entry(DType.F8E8M0, DataType.FP8E8M0),
            Map.entry(DType.F4E2M1, DataType.FP4));

    /// A comparison of tensors returns 0 and 1 of the operands' type, and fp8e8m0 has no 0.
    static String surface(DType dtype) {
        return Objects.requireNonNull(NAMES.get(dtype), "a type without a name in programs")
                .surface();
    }

    static boolean has(Case test) {
        return !(test instanceof Case.Compare && test.dtype() == DType.F8E8M0)
                && NAMES.containsKey(test.dtype())
                && (test instanceof Case.Compare || NAMES.containsKey(test.result()))
                && expression(test).isPresent();
    }

    /// The op on `a`, `b` and `c`; empty if the language has none, or not for the type.
    static Optional<String> expression(Case test) {
        return switch (test) {
            case Case.Unary u -> {
                boolean shortInteger = u.dtype() == DType.I16 || u.dtype() == DType.U16;
                boolean legal = switch (u.function()) {
                    case NOT -> shortInteger;
                    case SIN, COS -> u.dtype() == DType.F32;
                    case SIGMOID -> false;
                    case NEG, ABS, RELU, RECIP, SQRT, RSQRT, EXP, LOG -> true;
                };
                yield legal ? Optional.of("pl.tensor." + u.function().text() + "(a)") : Optional.empty();
            }
            case Case.Binary b -> binary(b);
            case Case.Ternary t ->
                t.function() == TernaryFunction.FMA
                        ? Optional.empty()
                        : Optional.of("pl.tile." + t.function().text() + "(t_a, t_b, t_c)");
            case Case.Compare c ->
                Optional.of("pl.tensor.cmp(a, b, cmp_type=pl.CmpType."
                        + c.comparison().text() + ")");
            case Case.Cast c ->
                Optional.of("pl.tensor.cast(a, target_type=" + surface(c.result()) + ", mode=\"" + c.mode() + "\")");
            case Case.Reduce r -> Optional.of("pl.tensor.row_" + r.function().text() + "(a)");
        };
    }

    private static Optional<String> binary(Case.Binary test) {
        BinaryFunction function = test.function();
        return switch (function) {
            case ADD, SUB, MUL, DIV, FMOD, MAXIMUM, MINIMUM, AND, OR, XOR, SHL, SHR ->
                Optional.of("pl.tensor." + function.text() + "(a, b)");
            case REM -> Optional.of("pl.tile.rem(t_a, t_b, t_a)");
            case PRELU -> Optional.of("pl.tile.prelu(t_a, t_b, t_a)");
            case EXPDIF -> Optional.of("pl.tensor.col_expand_expdif(a, b)");
            case FLOOR_DIV, POW -> Optional.empty();
        };
    }
}

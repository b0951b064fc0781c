package sectile.ir.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.ir.expr.Shaped;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// What the language has for names that people know from Python, NumPy and torch.
final class PythonNames {
    private static final Map<String, String> HINTS = Map.ofEntries(
            Map.entry("len", "`x.shape[0]` is the extent of a tensor or tile"),
            Map.entry("int", "pl.cast(x, pl.INT32) converts at run time"),
            Map.entry("float", "pl.cast(x, pl.FP32) converts at run time"),
            Map.entry("bool", "compare instead: `x != 0`"),
            Map.entry("str", "pl.static_print shows constants"),
            Map.entry("print", "pl.static_print shows constants while the program is read"),
            Map.entry("sum", "pl.row_sum and pl.col_sum add the elements of a tile"),
            Map.entry("enumerate", "count with `for i in pl.range(n)`"),
            Map.entry("zip", "count with `for i in pl.range(n)`"),
            Map.entry("round", "pl.cast takes a rounding mode"),
            Map.entry("pow", "write `a ** b`"),
            Map.entry("np", "no Python runs in a kernel; use the ops of pl"),
            Map.entry("numpy", "no Python runs in a kernel; use the ops of pl"),
            Map.entry("math", "no Python runs in a kernel; use the ops of pl"),
            Map.entry("torch", "no Python runs in a kernel; use the ops of pl"),
            Map.entry("isinstance", "types are known when the program is read: `x.dtype == pl.FP32`"));
    private static final Map<String, String> METHODS = Map.of(
            "T", "pl.transpose(x, 0, 1)",
            "to", "pl.cast(x, pl.FP16)",
            "astype", "pl.cast(x, pl.FP16)",
            "max", "pl.row_max or pl.col_max",
            "min", "pl.row_min or pl.col_min",
            "sum", "pl.row_sum or pl.col_sum",
            "mean", "pl.row_sum or pl.col_sum, divided by the extent",
            "argmax", "pl.row_argmax or pl.col_argmax",
            "size", "x.shape",
            "ndim", "len(x.shape)");
    /// Types whose values the language cannot express.
    private static final Set<String> HIFLOATS = Set.of("HF4", "HF8");
    private static final Map<String, DataType> DTYPES = Map.ofEntries(
            Map.entry("float", DataType.FP32),
            Map.entry("float32", DataType.FP32),
            Map.entry("f32", DataType.FP32),
            Map.entry("float16", DataType.FP16),
            Map.entry("half", DataType.FP16),
            Map.entry("f16", DataType.FP16),
            Map.entry("bfloat16", DataType.BF16),
            Map.entry("float64", DataType.FP64),
            Map.entry("double", DataType.FP64),
            Map.entry("int", DataType.INT32),
            Map.entry("i32", DataType.INT32),
            Map.entry("long", DataType.INT64),
            Map.entry("uint", DataType.UINT32));

    private PythonNames() {}

    static Optional<String> hint(String name) {
        return Optional.ofNullable(HINTS.get(name));
    }

    /// For `a.exp()` and the like.
    static String attributeHint(Val base, String name, Ops ops) {
        if (!(base instanceof Val.Ir ir && ir.expr().type() instanceof Shaped)) {
            return "";
        }
        if (METHODS.containsKey(name)) {
            return "write " + METHODS.get(name);
        }
        boolean op = ops.find(Tier.TILE, name).isPresent()
                || ops.find(Tier.TENSOR, name).isPresent();
        return op ? "ops are functions: write pl." + name + "(…)" : "it has `shape` and `dtype`";
    }

    /// For `pl.sum` and the like.
    static Optional<String> opHint(String name) {
        return Optional.ofNullable(METHODS.get(name)).map(method -> "write " + method);
    }

    /// The dtype that a name like `float32` means elsewhere.
    static String dtypeHint(String name) {
        String plain = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        DataType known = DTYPES.get(plain);
        for (DataType dtype : DataType.values()) {
            if (dtype.name().toLowerCase(Locale.ROOT).equals(plain)) {
                known = dtype;
            }
        }
        return known != null
                ? "write " + known.surface()
                : Nearest.hint(
                        name,
                        Arrays.stream(DataType.values()).map(DataType::surface).toList());
    }

    static DiagnosticException noDtype(String name, Span span) {
        String plain = name.substring(name.lastIndexOf('.') + 1);
        if (HIFLOATS.contains(plain)) {
            return Problem.at(
                    span,
                    LanguageCode.UNKNOWN_DTYPE,
                    "`" + name + "` is not supported: no executor has arithmetic for HiFloat",
                    "use " + DataType.FP8E4M3FN.surface() + " or " + DataType.FP4.surface());
        }
        return Problem.at(span, LanguageCode.UNKNOWN_DTYPE, "no dtype is named `" + name + "`", dtypeHint(name));
    }
}

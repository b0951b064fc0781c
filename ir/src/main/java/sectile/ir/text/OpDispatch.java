package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.BinaryOp;
import sectile.ir.DistributedTensorType;
import sectile.ir.FunctionKind;
import sectile.ir.Op;
import sectile.ir.ScalarType;
import sectile.ir.TensorType;
import sectile.ir.TileType;
import sectile.ir.Type;
import sectile.ir.ops.Ops;

/// Which op a spelling means. `pl.add` depends on its arguments; `pl.tile.add` does not.
final class OpDispatch {
    private static final Map<String, BinaryOp> SCALAR = Map.ofEntries(
            Map.entry("add", BinaryOp.ADD),
            Map.entry("sub", BinaryOp.SUB),
            Map.entry("mul", BinaryOp.MUL),
            Map.entry("div", BinaryOp.DIV),
            Map.entry("min", BinaryOp.MIN),
            Map.entry("max", BinaryOp.MAX),
            Map.entry("minimum", BinaryOp.MIN),
            Map.entry("maximum", BinaryOp.MAX),
            Map.entry("fmod", BinaryOp.MOD),
            Map.entry("and", BinaryOp.BIT_AND),
            Map.entry("or", BinaryOp.BIT_OR),
            Map.entry("xor", BinaryOp.BIT_XOR),
            Map.entry("shl", BinaryOp.SHL),
            Map.entry("shr", BinaryOp.SHR));

    private final Ops ops;
    private final Block block;

    OpDispatch(Ops ops, Block block) {
        this.ops = ops;
        this.block = block;
    }

    /// `pl.add` and the like on two scalars is a scalar operator.
    static Optional<BinaryOp> scalarOperator(String path, List<OpBinding.Argument> positional) {
        if (!path.startsWith("pl.") || path.indexOf('.', 3) >= 0 || positional.size() != 2) {
            return Optional.empty();
        }
        boolean scalars = positional.stream().allMatch(a -> isScalar(a.value()));
        return scalars ? Optional.ofNullable(SCALAR.get(plain(path.substring(3)))) : Optional.empty();
    }

    private static boolean isScalar(Val value) {
        return value instanceof Val.Int
                || value instanceof Val.Real
                || value instanceof Val.Bool
                || (value instanceof Val.Ir ir && ir.expr().type() instanceof ScalarType);
    }

    /// Words that Python reserves are written with an underscore.
    private static String plain(String name) {
        return name.endsWith("_") && !name.equals("_") ? name.substring(0, name.length() - 1) : name;
    }

    Op resolve(
            String path,
            List<OpBinding.Argument> positional,
            Map<String, OpBinding.Argument> named,
            Span span,
            @Nullable Type hint) {
        String alias = LanguageNames.alias(path);
        if (!alias.isEmpty()) {
            boolean merge = alias.endsWith("mrgsort_format1")
                    && positional.size() > 1
                    && ExpressionLowering.isShaped(positional.get(1).value());
            return withScalar(ops.require(merge ? alias.replace("format1", "format2") : alias), positional, named);
        }
        if (path.startsWith("pld.")) {
            return LanguageNames.distributed(path, ops).map(ops::require).orElseThrow(() -> unknown(path, span));
        }
        if (!path.startsWith("pl.")) {
            throw Problem.at(span, "LANG-214", "`" + path + "` cannot be called in a kernel");
        }
        String name = path.substring(3);
        if (name.contains(".")) {
            return withScalar(ops.find(plain(name)).orElseThrow(() -> unknown(path, span)), positional, named);
        }
        for (String candidate : candidates(plain(unified(name)), positional, named, hint)) {
            Optional<Op> op = ops.find(candidate);
            if (op.isPresent()) {
                return withScalar(op.get(), positional, named);
            }
        }
        throw unknown(path, span);
    }

    /// `pl.max` of tiles is `maximum`.
    private static String unified(String name) {
        return switch (name) {
            case "max" -> "maximum";
            case "min" -> "minimum";
            default -> name;
        };
    }

    private List<String> candidates(
            String name,
            List<OpBinding.Argument> positional,
            Map<String, OpBinding.Argument> named,
            @Nullable Type hint) {
        var all = new ArrayList<OpBinding.Argument>(positional);
        all.addAll(named.values());
        boolean tile = hint instanceof TileType;
        boolean decided = hint instanceof TileType || hint instanceof TensorType;
        for (OpBinding.Argument argument : all) {
            if (argument.value() instanceof Val.Ir ir) {
                Type type = ir.expr().type();
                if (type instanceof TileType || type instanceof TensorType || type instanceof DistributedTensorType) {
                    tile = type instanceof TileType;
                    decided = true;
                    break;
                }
            }
        }
        if (!decided) {
            FunctionKind kind = block.function().declaration().kind();
            tile = kind == FunctionKind.IN_CORE
                    || kind == FunctionKind.AIC
                    || kind == FunctionKind.AIV
                    || kind == FunctionKind.GROUP
                    || kind == FunctionKind.SPMD;
        }
        String first = tile ? "tile." : "tensor.";
        String second = tile ? "tensor." : "tile.";
        return List.of(first + name, second + name, "system." + name, "array." + name, "prefetch." + name);
    }

    /// `add` with a scalar on its right is `adds`.
    private Op withScalar(Op op, List<OpBinding.Argument> positional, Map<String, OpBinding.Argument> named) {
        Val right = positional.size() > 1
                ? positional.get(1).value()
                : named.containsKey("rhs") ? named.get("rhs").value() : null;
        if (right != null
                && isScalar(right)
                && op.operands().size() >= 2
                && op.operands().get(1).kind() != sectile.ir.OperandKind.SCALAR) {
            return ops.find(op.name() + "s")
                    .filter(o -> o.operands().get(1).kind() == sectile.ir.OperandKind.SCALAR)
                    .orElse(op);
        }
        return op;
    }

    private RuntimeException unknown(String path, Span span) {
        String prefix = path.substring(0, path.lastIndexOf('.') + 1);
        return Problem.unknown(
                span,
                "LANG-216",
                "the language has no `" + path + "`",
                path,
                LanguageNames.after(prefix, ops).isEmpty()
                        ? LanguageNames.after("pl.", ops)
                        : LanguageNames.after(prefix, ops));
    }
}

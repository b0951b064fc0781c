package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.base.number.BinaryFunction;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Op;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.MaskPattern;

/// Which op a spelling means. `pl.add` depends on its arguments; `pl.tile.add` does not.
final class OpDispatch {
    private final Ops ops;
    private final Block block;

    OpDispatch(Ops ops, Block block) {
        this.ops = ops;
        this.block = block;
    }

    /// `pl.add` and the like on two scalars is a scalar operator.
    Optional<BinaryOp> scalarOperator(String path, List<OpBinding.Argument> positional) {
        if (!path.startsWith("pl.") || path.indexOf('.', 3) >= 0 || positional.size() != 2) {
            return Optional.empty();
        }
        if (!positional.stream().allMatch(a -> isScalar(a.value()))) {
            return Optional.empty();
        }
        return ops.findShort(plain(path.substring(3)), Tier.TENSOR)
                .flatMap(op -> op.semantics() instanceof Semantics.Combine combine
                        ? scalarOperator(combine.function())
                        : Optional.empty());
    }

    private static Optional<BinaryOp> scalarOperator(BinaryFunction function) {
        return switch (function) {
            case ADD -> Optional.of(BinaryOp.ADD);
            case SUB -> Optional.of(BinaryOp.SUB);
            case MUL -> Optional.of(BinaryOp.MUL);
            case DIV -> Optional.of(BinaryOp.DIV);
            case FLOOR_DIV -> Optional.of(BinaryOp.FLOOR_DIV);
            case FMOD, REM -> Optional.of(BinaryOp.MOD);
            case POW -> Optional.of(BinaryOp.POW);
            case MAXIMUM -> Optional.of(BinaryOp.MAX);
            case MINIMUM -> Optional.of(BinaryOp.MIN);
            case AND -> Optional.of(BinaryOp.BIT_AND);
            case OR -> Optional.of(BinaryOp.BIT_OR);
            case XOR -> Optional.of(BinaryOp.BIT_XOR);
            case SHL -> Optional.of(BinaryOp.SHL);
            case SHR -> Optional.of(BinaryOp.SHR);
            case EXPDIF, PRELU -> Optional.empty();
        };
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
        return overload(named(path, positional, named, span, hint), positional, named);
    }

    /// The form of an op that its arguments mean: `mrgsort` of several values merges them, of one it merges the runs in
    /// it; `gather` and `scatter` may select by a pattern or a comparison.
    private Op overload(Op op, List<OpBinding.Argument> positional, Map<String, OpBinding.Argument> named) {
        Tier tier = op.isTile() ? Tier.TILE : Tier.TENSOR;
        boolean pattern = named.containsKey("mask_pattern")
                || positional.stream()
                        .anyMatch(a -> a.value() instanceof Val.Sym sym && sym.value() instanceof MaskPattern);
        boolean compare = named.containsKey("kvalue") || named.containsKey("cmp_mode");
        return switch (op.semantics()) {
            case Semantics.Gather gather
            when gather == Semantics.Gather.AXIS || gather == Semantics.Gather.FLAT ->
                pattern ? ops.of(Semantics.Gather.MASK, tier) : compare ? ops.of(Semantics.Gather.COMPARE, tier) : op;
            case Semantics.Scatter scatter
            when scatter == Semantics.Scatter.AXIS || scatter == Semantics.Scatter.FLAT ->
                pattern ? ops.of(Semantics.Scatter.MASK, tier) : op;
            case Semantics.Elementwise _,
                    Semantics.Reduce _,
                    Semantics.Contract _,
                    Semantics.View _,
                    Semantics.Move _,
                    Semantics.Rearrange _,
                    Semantics.Create _,
                    Semantics.Index _,
                    Semantics.Remote _,
                    Semantics.Collective _,
                    Semantics.Synchronise _,
                    Semantics.Pipe _,
                    Semantics.Lanes _,
                    Semantics.Query _,
                    Semantics.Host _ -> op;
        };
    }

    private Op named(
            String path,
            List<OpBinding.Argument> positional,
            Map<String, OpBinding.Argument> named,
            Span span,
            @Nullable Type hint) {
        Optional<Op> alias = ops.findAlias(path);
        if (alias.isPresent()) {
            return withScalar(merging(alias.get(), positional, named), positional, named);
        }
        if (path.startsWith("pld.")) {
            return ops.findDistributed(path.substring("pld.".length())).orElseThrow(() -> unknown(path, span));
        }
        if (!path.startsWith("pl.")) {
            throw Problem.at(span, LanguageCode.NOT_CALLABLE, "`" + path + "` cannot be called in a kernel");
        }
        String name = path.substring(3);
        if (name.contains(".")) {
            Tier tier = Tier.ofName(name);
            return withScalar(
                    ops.find(plain(name))
                            .or(() -> ops.operator(name.substring(name.indexOf('.') + 1), tier, false))
                            .orElseThrow(() -> unknown(path, span)),
                    positional,
                    named);
        }
        return ops.findShort(plain(name), tier(positional, named, hint))
                .map(op -> withScalar(op, positional, named))
                .orElseThrow(() -> unknown(path, span));
    }

    /// `mrgsort` of several tiles merges them; of one it merges the runs in it.
    private Op merging(Op op, List<OpBinding.Argument> positional, Map<String, OpBinding.Argument> named) {
        if (op.semantics() != Semantics.Sort.MERGE_RUNS) {
            return op;
        }
        boolean several = named.containsKey("src1")
                || (positional.size() > 1
                        && ExpressionLowering.isShaped(positional.get(1).value()));
        Tier tier = tier(positional, named, null);
        return ops.of(several ? Semantics.Sort.MERGE_ROWS : Semantics.Sort.MERGE_RUNS, tier);
    }

    /// The tier of the first tensor or tile among the arguments, or of what the context expects.
    private Tier tier(List<OpBinding.Argument> positional, Map<String, OpBinding.Argument> named, @Nullable Type hint) {
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
        return tile ? Tier.TILE : Tier.TENSOR;
    }

    /// `add` with a scalar on its right is `adds`.
    private Op withScalar(Op op, List<OpBinding.Argument> positional, Map<String, OpBinding.Argument> named) {
        Val right = positional.size() > 1
                ? positional.get(1).value()
                : named.containsKey("rhs") ? named.get("rhs").value() : null;
        return right != null && isScalar(right) && op.operands().size() >= 2 && !op.takesScalar()
                ? ops.scalarForm(op).orElse(op)
                : op;
    }

    private RuntimeException unknown(String path, Span span) {
        String last = path.substring(path.lastIndexOf('.') + 1);
        Optional<String> known = PythonNames.opHint(last);
        if (known.isPresent()) {
            return Problem.at(span, LanguageCode.UNKNOWN_OP, "the language has no `" + path + "`", known.get());
        }
        for (Op op : ops.all()) {
            if (op.simpleName().equals(plain(last)) && !op.internal()) {
                return Problem.at(
                        span,
                        LanguageCode.UNKNOWN_OP,
                        "the language has no `" + path + "`",
                        "did you mean `" + op.surface() + "`?");
            }
        }
        String prefix = path.substring(0, path.lastIndexOf('.') + 1);
        return Problem.unknown(
                span,
                LanguageCode.UNKNOWN_OP,
                "the language has no `" + path + "`",
                path,
                LanguageNames.after(prefix, ops).isEmpty()
                        ? LanguageNames.after("pl.", ops)
                        : LanguageNames.after(prefix, ops));
    }
}

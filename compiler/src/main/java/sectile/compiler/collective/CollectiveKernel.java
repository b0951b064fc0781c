package sectile.compiler.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;

/// The kernel that does what a collective of the host or of orchestration asks for.
public final class CollectiveKernel {
    /// Collectives that one kernel can do.
    ///
    /// @param operands the types of the operands, none of which is absent
    /// @param roots the type of a root that is known only at run time, else empty
    public record Key(Op op, List<Type> operands, List<Type> roots, Attrs attrs) {
        public static Key of(OpCall call) {
            List<Type> types =
                    call.args().stream().map(Expr::type).map(Key::anyWindow).toList();
            Optional<Expr> root = root(call);
            return new Key(
                    call.op(),
                    types,
                    root.stream().map(Expr::type).toList(),
                    root.isPresent() ? call.attrs().without("root") : call.attrs());
        }

        private static Type anyWindow(Type type) {
            return type instanceof DistributedTensorType window ? window.withWindow("") : type;
        }

        /// How many cores of a device share the work, if the collective says so.
        public Optional<Long> cores() {
            return attrs.integer("core_num").filter(c -> c > 1);
        }
    }

    private CollectiveKernel() {}

    /// A root that is an expression of the caller.
    private static Optional<Expr> root(OpCall call) {
        return call.attrs().find("root").orElse(null) instanceof Attr.Value(Expr root)
                ? Optional.of(root)
                : Optional.empty();
    }

    /// What a call of the kernel passes.
    public static List<Expr> arguments(OpCall call) {
        var arguments = new ArrayList<>(call.args());
        root(call).ifPresent(arguments::add);
        return arguments;
    }

    public static Function build(Key key, String name, Origin origin, Diagnostics diagnostics) {
        var params = new ArrayList<Param>();
        for (int i = 0; i < key.operands().size(); i++) {
            Operand operand = key.op().operands().get(i);
            boolean written = key.op().effect(operand, key.attrs()).writes();
            params.add(new Param(
                    new Var(operand.name(), key.operands().get(i), origin), written ? Direction.INOUT : Direction.IN));
        }
        var operands = new ArrayList<Expr>(params.stream().map(Param::variable).toList());
        Attrs attrs = key.attrs().without("core_num");
        if (!key.roots().isEmpty()) {
            Var root = new Var("root", ScalarType.of(((ScalarType) key.roots().getFirst()).dtype()), origin);
            params.add(new Param(root, Direction.IN));
            attrs = attrs.with("root", new Attr.Value(root));
        }
        Attrs all = attrs;
        Expr result = operands.get(key.op().reuses());
        Function empty = Function.of(
                name, FunctionKind.IN_CORE, params, List.of(result.type()), sectile.ir.stmt.Seq.EMPTY, origin);
        Stmt body = BodyBuilder.build(FreshNames.of(empty), origin, f -> {
            key.cores()
                    .ifPresent(cores -> operands.set(
                            key.op().reuses(), share(f, Objects.requireNonNull(result), cores, diagnostics)));
            f.let("done", key.op().call(operands, all, origin));
            f.returns(result);
        });
        return empty.withBody(body);
    }

    /// The rows that a block reduces.
    private static Var share(BodyBuilder f, Expr target, long cores, Diagnostics diagnostics) {
        Shaped type = (Shaped) target.type();
        OptionalLong rows = Dims.constant(type.shape().getFirst());
        if (rows.isEmpty() || rows.getAsLong() % cores != 0) {
            diagnostics.add(Diagnostic.error(
                            CompilerCode.ROWS_NOT_DIVIDED,
                            target.span(),
                            "the first extent of the target, " + sectile.ir.expr.Describe.shape(type.shape())
                                    + ", cannot be divided among " + cores + " cores")
                    .hint("choose a core_num that divides it"));
            return f.let("share", target);
        }
        long share = rows.getAsLong() / cores;
        var shape = new ArrayList<Object>(type.shape());
        shape.set(0, share);
        var offsets = new ArrayList<Object>(java.util.Collections.nCopies(type.rank(), 0));
        Var block = f.let("block", f.blockIndex());
        offsets.set(0, f.mul(block, share));
        return f.let("share", f.slice(target, shape, offsets));
    }
}

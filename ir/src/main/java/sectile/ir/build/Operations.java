package sectile.ir.build;

import java.util.List;
import java.util.Optional;
import sectile.base.number.Reduction;
import sectile.base.number.UnaryFunction;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.ops.OpNames;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.ReduceOp;
import sectile.ir.symbol.WaitCmp;

/// Expressions of a function. [#op] calls any op of the registry by name; the other methods are the common ones, and
/// choose between tensor and tile by their first operand as the short spellings of a text do.
public abstract sealed class Operations extends Scalars permits Statements {
    private static final Ops OPS = Ops.standard();

    Operations() {}

    /// A call of an op, such as `op("tile.load", x, dims(0, 0), dims(16, 64), named("target_memory", MAT))`.
    ///
    /// @throws sectile.base.diag.DiagnosticException when there is no such op or the arguments do not suit it
    public OpCall op(String name, Object... arguments) {
        return OpArguments.call(OpArguments.find(name, OPS, origin()), arguments, origin());
    }

    private OpCall of(Expr operand, String name, Object... arguments) {
        return OpArguments.call(OPS.find(Tier.of(operand.type()), name).orElseThrow(), arguments, origin());
    }

    private OpCall of(Expr operand, Semantics semantics, Object... arguments) {
        return OpArguments.call(OPS.of(semantics, Tier.of(operand.type())), arguments, origin());
    }

    private OpCall the(Semantics semantics, Object... arguments) {
        return OpArguments.call(OPS.of(semantics), arguments, origin());
    }

    private OpCall the(Semantics semantics, Tier tier, Object... arguments) {
        return OpArguments.call(OPS.of(semantics, tier), arguments, origin());
    }

    @Override
    Optional<Expr> shaped(String symbol, Expr whole, Object other, Origin origin) {
        boolean both = other instanceof Expr expr && expr.type() instanceof Shaped;
        return OPS.operator(symbol, Tier.of(whole.type()), !both)
                .map(op -> OpArguments.call(op, new Object[] {whole, other}, origin));
    }

    @Override
    Expr compared(CmpType comparison, Expr whole, Object other, Origin origin) {
        boolean both = other instanceof Expr expr && expr.type() instanceof Shaped;
        Named how = Named.named("cmp_type", new Attr.Sym(comparison));
        Tier tier = Tier.of(whole.type());
        Op op = OPS.of(new Semantics.Compare(tier == Tier.TILE), tier);
        return OpArguments.call(both ? op : OPS.scalarForm(op).orElseThrow(), new Object[] {whole, other, how}, origin);
    }

    @Override
    Expr unaryShaped(UnaryFunction function, Expr whole, Origin origin) {
        Op op = OPS.of(new Semantics.Apply(function), Tier.of(whole.type()));
        return OpArguments.call(op, new Object[] {whole}, origin);
    }

    public OpCall load(Expr tensor, List<?> offsets, List<?> shape, Named... more) {
        return the(Semantics.Move.LOAD, with(more, tensor, offsets, shape));
    }

    public OpCall store(Expr tile, List<?> offsets, Expr tensor, Named... more) {
        return the(Semantics.Move.STORE, with(more, tile, offsets, tensor));
    }

    public OpCall move(Expr tile, MemorySpace target) {
        return the(Semantics.Move.RELOCATE, tile, Named.named("target_memory", target));
    }

    public OpCall createTile(List<?> shape, DataType dtype, MemorySpace space) {
        return the(
                Semantics.Create.UNDEFINED,
                Tier.TILE,
                shape,
                Named.named("dtype", dtype),
                Named.named("target_memory", space));
    }

    public OpCall createTensor(List<?> shape, DataType dtype) {
        return the(Semantics.Create.UNDEFINED, Tier.TENSOR, shape, Named.named("dtype", dtype));
    }

    private OpCall unary(UnaryFunction function, Expr x) {
        return of(x, new Semantics.Apply(function), x);
    }

    public OpCall exp(Expr x) {
        return unary(UnaryFunction.EXP, x);
    }

    public OpCall log(Expr x) {
        return unary(UnaryFunction.LOG, x);
    }

    public OpCall sqrt(Expr x) {
        return unary(UnaryFunction.SQRT, x);
    }

    public OpCall rsqrt(Expr x) {
        return unary(UnaryFunction.RSQRT, x);
    }

    public OpCall recip(Expr x) {
        return unary(UnaryFunction.RECIP, x);
    }

    public OpCall abs(Expr x) {
        return unary(UnaryFunction.ABS, x);
    }

    public OpCall relu(Expr x) {
        return unary(UnaryFunction.RELU, x);
    }

    /// `scratch` is the working memory that the tile form needs; a tensor takes none.
    public OpCall rowMax(Expr x, Expr... scratch) {
        return of(x, new Semantics.Reduce(Reduction.MAX, -1), with(scratch, x));
    }

    public OpCall rowSum(Expr x, Expr... scratch) {
        return of(x, new Semantics.Reduce(Reduction.SUM, -1), with(scratch, x));
    }

    public OpCall rowExpandAdd(Expr x, Expr column) {
        return of(x, OpNames.ROW_EXPAND_ADD, x, column);
    }

    public OpCall rowExpandSub(Expr x, Expr column) {
        return of(x, OpNames.ROW_EXPAND_SUB, x, column);
    }

    public OpCall rowExpandMul(Expr x, Expr column) {
        return of(x, OpNames.ROW_EXPAND_MUL, x, column);
    }

    public OpCall rowExpandDiv(Expr x, Expr column) {
        return of(x, OpNames.ROW_EXPAND_DIV, x, column);
    }

    public OpCall matmul(Expr a, Expr b, Named... more) {
        return of(a, OpNames.MATMUL, with(more, a, b));
    }

    public OpCall matmulAcc(Expr accumulator, Expr a, Expr b, Named... more) {
        return of(accumulator, OpNames.MATMUL_ACC, with(more, accumulator, a, b));
    }

    public OpCall slice(Expr x, List<?> shape, List<?> offsets, Named... more) {
        return of(x, Semantics.View.SLICE, with(more, x, shape, offsets));
    }

    /// `x[index]`: the part of a tensor or tile at an index of its first dimension, without that dimension.
    public OpCall row(Expr x, Object index) {
        Origin origin = origin();
        if (!(x.type() instanceof Shaped shaped) || shaped.rank() < 2) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.NO_ELEMENTS,
                    "only a tensor or tile of two or more dimensions has rows");
        }
        var shape = new java.util.ArrayList<Object>(shaped.shape());
        shape.set(0, 1);
        var offsets = new java.util.ArrayList<Object>(java.util.Collections.nCopies(shaped.rank(), 0));
        offsets.set(0, index);
        return of(x, Semantics.View.SLICE, x, shape, offsets, Absent.INSTANCE, List.of(0));
    }

    public OpCall reshape(Expr x, List<?> shape) {
        return of(x, OpNames.RESHAPE, x, shape);
    }

    public OpCall transpose(Expr x, int axis, int other) {
        return of(x, Semantics.Rearrange.TRANSPOSE, x, axis, other);
    }

    /// One element.
    public OpCall read(Expr x, List<?> indices) {
        return of(x, Semantics.Element.READ, x, indices);
    }

    public OpCall write(Expr x, List<?> indices, Object value) {
        return of(x, Semantics.Element.WRITE, x, indices, value);
    }

    public OpCall dim(Expr tensor, int axis) {
        return the(Semantics.Query.EXTENT, tensor, axis);
    }

    public OpCall blockIndex() {
        return the(Semantics.Query.BLOCK_INDEX, Tier.TILE);
    }

    /// Memory on every device that the others can reach; only on the host.
    public OpCall allocWindowBuffer(Object bytes) {
        return the(Semantics.Window.ALLOCATE, bytes);
    }

    public OpCall window(Expr buffer, List<?> shape, DataType dtype) {
        return the(Semantics.Window.VIEW, buffer, shape, Named.named("dtype", dtype));
    }

    public OpCall worldSize() {
        return the(Semantics.Query.WORLD_SIZE);
    }

    public OpCall commContext(Expr window) {
        return the(Semantics.Query.COMM_CONTEXT, window);
    }

    public OpCall rank(Expr context) {
        return the(Semantics.Query.RANK, context);
    }

    public OpCall ranks(Expr context) {
        return the(Semantics.Query.RANK_COUNT, context);
    }

    public OpCall allReduce(Expr window, Expr signal, ReduceOp how, Named... more) {
        return the(Semantics.Collective.ALL_REDUCE, with(with(more, Named.named("op", how)), window, signal));
    }

    public OpCall barrier(Expr signal) {
        return the(Semantics.Collective.BARRIER, signal);
    }

    public OpCall remoteLoad(Expr window, Object peer, List<?> offsets, List<?> shape, Named... more) {
        return the(Semantics.Access.LOAD, with(more, window, peer, offsets, shape));
    }

    /// A tile or tensor to a peer's window.
    public OpCall remoteStore(Expr value, Expr window, Object peer, List<?> offsets, Named... more) {
        return of(value, Semantics.Access.STORE, with(more, value, window, peer, offsets));
    }

    /// Adds to a signal cell of a peer, or sets it.
    public OpCall signal(Expr signal, Object peer, List<?> cell, Object value, NotifyOp how) {
        return the(Semantics.Signal.NOTIFY, signal, peer, cell, value, Named.named("op", how));
    }

    /// Waits for a signal cell of this rank.
    public OpCall await(Expr signal, List<?> cell, Object expected, WaitCmp how) {
        return the(Semantics.Signal.WAIT, signal, cell, expected, Named.named("cmp", how));
    }

    /// Earlier writes are visible before later ones.
    public OpCall fence() {
        return the(Semantics.Synchronise.FENCE);
    }

    /// Names the phase that begins, for reports.
    public OpCall mark(String name) {
        return the(Semantics.Synchronise.MARK, Named.named("name", name));
    }

    private static Object[] with(Object[] more, Object... first) {
        var all = new Object[first.length + more.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }
}

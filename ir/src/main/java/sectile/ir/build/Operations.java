package sectile.ir.build;

import java.util.List;
import sectile.ir.Absent;
import sectile.ir.Attr;
import sectile.ir.CmpType;
import sectile.ir.DataType;
import sectile.ir.Expr;
import sectile.ir.MemorySpace;
import sectile.ir.OpCall;
import sectile.ir.Origin;
import sectile.ir.ReduceOp;
import sectile.ir.Shaped;
import sectile.ir.TileType;

/// Expressions of a function. [#op] calls any op of the registry by name; the other methods are the common ones, and
/// choose between tensor and tile by their first operand as the short spellings of a text do.
public abstract sealed class Operations extends Scalars permits Statements {
    Operations() {}

    /// A call of an op, such as `op("tile.load", x, dims(0, 0), dims(16, 64), named("target_memory", MAT))`.
    ///
    /// @throws sectile.base.diag.DiagnosticException when there is no such op or the arguments do not suit it
    public OpCall op(String name, Object... arguments) {
        return OpArguments.call(name, arguments, origin());
    }

    private OpCall of(Expr operand, String name, Object... arguments) {
        return OpArguments.call(tier(operand) + name, arguments, origin());
    }

    private static String tier(Expr operand) {
        return operand.type() instanceof TileType ? "tile." : "tensor.";
    }

    @Override
    Expr shaped(String name, Expr whole, Object other, Origin origin) {
        boolean both = other instanceof Expr expr && expr.type() instanceof Shaped;
        return OpArguments.call(tier(whole) + name + (both ? "" : "s"), new Object[] {whole, other}, origin);
    }

    @Override
    Expr compared(CmpType comparison, Expr whole, Object other, Origin origin) {
        boolean both = other instanceof Expr expr && expr.type() instanceof Shaped;
        Named how = Named.named("cmp_type", new Attr.Sym(comparison));
        return OpArguments.call(tier(whole) + (both ? "cmp" : "cmps"), new Object[] {whole, other, how}, origin);
    }

    @Override
    Expr unaryShaped(String name, Expr whole, Origin origin) {
        return OpArguments.call(tier(whole) + name, new Object[] {whole}, origin);
    }

    public OpCall load(Expr tensor, List<?> offsets, List<?> shape, Named... more) {
        return OpArguments.call("tile.load", with(more, tensor, offsets, shape), origin());
    }

    public OpCall store(Expr tile, List<?> offsets, Expr tensor, Named... more) {
        return OpArguments.call("tile.store", with(more, tile, offsets, tensor), origin());
    }

    public OpCall move(Expr tile, MemorySpace target) {
        return op("tile.move", tile, Named.named("target_memory", target));
    }

    public OpCall createTile(List<?> shape, DataType dtype, MemorySpace space) {
        return op("tile.create", shape, Named.named("dtype", dtype), Named.named("target_memory", space));
    }

    public OpCall createTensor(List<?> shape, DataType dtype) {
        return op("tensor.create", shape, Named.named("dtype", dtype));
    }

    public OpCall exp(Expr x) {
        return of(x, "exp", x);
    }

    public OpCall log(Expr x) {
        return of(x, "log", x);
    }

    public OpCall sqrt(Expr x) {
        return of(x, "sqrt", x);
    }

    public OpCall rsqrt(Expr x) {
        return of(x, "rsqrt", x);
    }

    public OpCall recip(Expr x) {
        return of(x, "recip", x);
    }

    public OpCall abs(Expr x) {
        return of(x, "abs", x);
    }

    public OpCall relu(Expr x) {
        return of(x, "relu", x);
    }

    /// `scratch` is the working memory that the tile form needs; a tensor takes none.
    public OpCall rowMax(Expr x, Expr... scratch) {
        return of(x, "row_max", with(scratch, x));
    }

    public OpCall rowSum(Expr x, Expr... scratch) {
        return of(x, "row_sum", with(scratch, x));
    }

    public OpCall rowExpandAdd(Expr x, Expr column) {
        return of(x, "row_expand_add", x, column);
    }

    public OpCall rowExpandSub(Expr x, Expr column) {
        return of(x, "row_expand_sub", x, column);
    }

    public OpCall rowExpandMul(Expr x, Expr column) {
        return of(x, "row_expand_mul", x, column);
    }

    public OpCall rowExpandDiv(Expr x, Expr column) {
        return of(x, "row_expand_div", x, column);
    }

    public OpCall matmul(Expr a, Expr b, Named... more) {
        return of(a, "matmul", with(more, a, b));
    }

    public OpCall matmulAcc(Expr accumulator, Expr a, Expr b, Named... more) {
        return of(accumulator, "matmul_acc", with(more, accumulator, a, b));
    }

    public OpCall slice(Expr x, List<?> shape, List<?> offsets, Named... more) {
        return of(x, "slice", with(more, x, shape, offsets));
    }

    /// `x[index]`: the part of a tensor or tile at an index of its first dimension, without that dimension.
    public OpCall row(Expr x, Object index) {
        Origin origin = origin();
        if (!(x.type() instanceof Shaped shaped) || shaped.rank() < 2) {
            throw Mistake.at(origin.span(), "LANG-218", "only a tensor or tile of two or more dimensions has rows");
        }
        var shape = new java.util.ArrayList<Object>(shaped.shape());
        shape.set(0, 1);
        var offsets = new java.util.ArrayList<Object>(java.util.Collections.nCopies(shaped.rank(), 0));
        offsets.set(0, index);
        return of(x, "slice", x, shape, offsets, Absent.INSTANCE, List.of(0));
    }

    public OpCall reshape(Expr x, List<?> shape) {
        return of(x, "reshape", x, shape);
    }

    public OpCall transpose(Expr x, int axis, int other) {
        return of(x, "transpose", x, axis, other);
    }

    /// One element.
    public OpCall read(Expr x, List<?> indices) {
        return of(x, "read", x, indices);
    }

    public OpCall write(Expr x, List<?> indices, Object value) {
        return of(x, "write", x, indices, value);
    }

    public OpCall dim(Expr tensor, int axis) {
        return op("tensor.dim", tensor, axis);
    }

    public OpCall blockIndex() {
        return op("tile.get_block_idx");
    }

    /// Memory on every device that the others can reach; only on the host.
    public OpCall allocWindowBuffer(Object bytes) {
        return op("pld.tensor.alloc_window_buffer", bytes);
    }

    public OpCall window(Expr buffer, List<?> shape, DataType dtype) {
        return op("pld.tensor.window", buffer, shape, Named.named("dtype", dtype));
    }

    public OpCall worldSize() {
        return op("pld.system.world_size");
    }

    public OpCall commContext(Expr window) {
        return op("pld.system.get_comm_ctx", window);
    }

    public OpCall rank(Expr context) {
        return op("pld.system.rank", context);
    }

    public OpCall ranks(Expr context) {
        return op("pld.system.nranks", context);
    }

    public OpCall allReduce(Expr window, Expr signal, ReduceOp how, Named... more) {
        return op("pld.tensor.allreduce", with(with(more, Named.named("op", how)), window, signal));
    }

    public OpCall barrier(Expr signal) {
        return op("pld.tensor.barrier", signal);
    }

    public OpCall remoteLoad(Expr window, Object peer, List<?> offsets, List<?> shape) {
        return op("pld.tile.remote_load", window, peer, offsets, shape);
    }

    private static Object[] with(Object[] more, Object... first) {
        var all = new Object[first.length + more.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }
}

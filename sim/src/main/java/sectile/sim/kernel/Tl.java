package sectile.sim.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.number.Comparison;
import sectile.base.number.Rounding;
import sectile.base.number.Tile;
import sectile.base.number.TileMath;
import sectile.base.number.TileTypes;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.kernel.Request.Await;
import sectile.sim.kernel.Request.Composite;
import sectile.sim.kernel.Request.Gemm;
import sectile.sim.kernel.Request.Load;
import sectile.sim.kernel.Request.Mark;
import sectile.sim.kernel.Request.Operand;
import sectile.sim.kernel.Request.Recv;
import sectile.sim.kernel.Request.RecvAny;
import sectile.sim.kernel.Request.RecvAsync;
import sectile.sim.kernel.Request.Store;
import sectile.sim.problem.KernelCode;

/// The operations a kernel can ask for. Every method blocks until its effect is there, and reports misuse as a
/// diagnostic.
public final class Tl {
    private final KernelBackend backend;
    private final KernelCore core;
    private final boolean marks;
    private final RepeatedRequests repeated = new RepeatedRequests();

    public Tl(KernelBackend backend) {
        this.backend = backend;
        this.core = backend.core();
        this.marks = core.wantsMarks();
    }

    // Where am I

    /// This PE's number along an axis: 0 = PE in its cube, 1 = cube in its SIP.
    public int programId(int axis) {
        checkAxis(axis);
        return core.programId(axis);
    }

    /// How many PEs of this cube (axis 0), or cubes of this SIP (axis 1), take part.
    public int numPrograms(int axis) {
        checkAxis(axis);
        return core.programs(axis);
    }

    private static void checkAxis(int axis) {
        if (axis != 0 && axis != 1) {
            throw error(
                    KernelCode.BAD_PROGRAM_AXIS,
                    "axis " + axis + " does not exist: 0 is the PE in its cube, 1 the cube in its SIP",
                    "");
        }
    }

    public Place place() {
        return core.place();
    }

    /// Division rounded up.
    public static int cdiv(int value, int divisor) {
        return Math.ceilDiv(value, divisor);
    }

    /// For code that runs kernels written in another language: the limits of the run.
    public Limits limits() {
        return core.limits();
    }

    /// For code that runs kernels written in another language: where the kernel is now.
    public void locateBy(KernelBackend.SpanSource spans) {
        backend.locateBy(spans);
    }

    // Memory

    /// Brings a row-major array into TCM.
    public Handle load(long pointer, Shape shape, DType dtype) {
        check(pointer, dtype, shape);
        long at = room(dtype, shape);
        Tile loaded = backend.ask(new Load(pointer, dtype, shape)).orElse(null);
        return Handle.value(at, dtype, shape, loaded);
    }

    /// Names an array in memory without moving it; it is read when it is used.
    public Handle ref(long pointer, Shape shape, DType dtype) {
        return Handle.place(pointer, check(pointer, dtype, shape), dtype, shape);
    }

    /// Writes a value to memory.
    public void store(long pointer, Handle source) {
        checkStore("store", pointer, source.dtype(), source.shape());
        backend.ask(new Store(pointer, source.dtype(), source.shape(), operand(source)));
    }

    private Space check(long pointer, DType dtype, Shape shape) {
        core.accessed(dtype);
        long unit = Math.max(1, dtype.bits() / 8);
        // Widths are powers of two.
        if ((pointer & (unit - 1)) != 0) {
            throw error(
                    KernelCode.MISALIGNED,
                    "address 0x" + Long.toHexString(pointer) + " is not aligned to the " + unit + " bytes of "
                            + dtype.text(),
                    "addresses of " + dtype.text() + " arrays are multiples of " + unit);
        }
        return core.spaceOf(pointer, dtype.bytesFor(shape.elements()));
    }

    /// Memory whose element type is known takes no other.
    private Space checkStore(String op, long pointer, DType dtype, Shape shape) {
        DType expected = core.elementType(pointer);
        if (expected != null && expected != dtype) {
            throw error(
                    KernelCode.OTHER_ELEMENT_TYPE,
                    op + " of " + dtype.text() + " " + shape + " into a buffer of " + expected.text() + " at 0x"
                            + Long.toHexString(pointer),
                    op.equals("composite")
                            ? "ask for " + expected.text() + " with its out_dtype"
                            : "cast the value to " + expected.text() + ", or use a buffer of " + dtype.text());
        }
        return check(pointer, dtype, shape);
    }

    // Matrix products

    /// `a[m×k] · b[k×n]`, accumulated in f32 for f16 and bf16, and rounded once to the operands' type.
    public Handle dot(Handle a, Handle b) {
        return dot(a, b, a.dtype());
    }

    /// The same, rounded once to `outDtype` instead.
    public Handle dot(Handle a, Handle b, DType outDtype) {
        Shape shape = TileTypes.dot(a.dtype(), a.shape(), b.dtype(), b.shape());
        long at = room(outDtype, shape);
        Tile left = operand(a);
        Tile right = operand(b);
        backend.ask(new Gemm(extent(a, 0), extent(b, 1), extent(a, 1), a.dtype()));
        return Handle.value(at, outDtype, shape, both(left, right, (x, y) -> TileMath.dot(x, y, outDtype)));
    }

    private static int extent(Handle handle, int axis) {
        return Math.toIntExact(handle.shape().dim(axis));
    }

    /// Hands a whole product to the scheduler, which streams it in tiles of the default size: the load of the next tile
    /// overlaps the product of this one.
    ///
    /// @param op only `gemm`
    /// @param a `m×k` in memory, as is `b`, `k×n`
    /// @param outPointer where the `m×n` result goes, in the operands' type
    public void composite(String op, Handle a, Handle b, long outPointer) {
        int tile = core.defaultTile();
        composite(op, a, b, outPointer, a.dtype(), tile, tile, tile);
    }

    /// The same with a result type and tile extents of the author's choice.
    public void composite(
            String op, Handle a, Handle b, long outPointer, DType outDtype, int tileM, int tileN, int tileK) {
        if (!op.equals("gemm")) {
            throw error(
                    KernelCode.COMPOSITE_OPERATION,
                    "composite operation `" + op + "` does not exist",
                    "available: gemm");
        }
        Shape shape = TileTypes.dot(a.dtype(), a.shape(), b.dtype(), b.shape());
        if (!a.isPlace() || !b.isPlace()) {
            throw error(
                    KernelCode.COMPOSITE_OF_A_VALUE,
                    "composite streams its operands from memory, but " + (a.isPlace() ? "b" : "a")
                            + " is a value in TCM",
                    "name the operand with ref(pointer, shape, dtype), or use dot for values");
        }
        for (DType dtype : List.of(a.dtype(), outDtype)) {
            if (dtype.isSubByte()) {
                throw error(
                        KernelCode.COMPOSITE_OF_SUB_BYTES,
                        "composite cannot cut rows of " + dtype.text() + ", which is narrower than a byte",
                        "load the operands and use dot");
            }
        }
        if (tileM < 1 || tileN < 1 || tileK < 1) {
            throw error(
                    KernelCode.COMPOSITE_TILE,
                    "a tile of " + tileM + "x" + tileN + "x" + tileK + " is empty; extents are at least 1",
                    "");
        }
        checkStore("composite", outPointer, outDtype, shape);
        backend.ask(new Composite(new GemmPlan(
                a.address(),
                b.address(),
                outPointer,
                extent(a, 0),
                extent(b, 1),
                extent(a, 1),
                a.dtype(),
                outDtype,
                tileM,
                tileN,
                tileK)));
    }

    // Arithmetic
    //
    // A number represents a tile of the other operand's type. Every kind of run refuses it if it is not a value of
    // that type, before anything is spent on the operation. A whole one keeps its 64 bits.

    public Handle add(Handle a, Handle b) {
        return binary(MathOp.ADD, a, b, TileMath::add);
    }

    public Handle add(Handle a, Number b) {
        return binary(MathOp.ADD, a, b, TileMath::add);
    }

    public Handle sub(Handle a, Handle b) {
        return binary(MathOp.SUB, a, b, TileMath::sub);
    }

    public Handle sub(Handle a, Number b) {
        return binary(MathOp.SUB, a, b, TileMath::sub);
    }

    public Handle mul(Handle a, Handle b) {
        return binary(MathOp.MUL, a, b, TileMath::mul);
    }

    public Handle mul(Handle a, Number b) {
        return binary(MathOp.MUL, a, b, TileMath::mul);
    }

    public Handle div(Handle a, Handle b) {
        return binary(MathOp.DIV, a, b, TileMath::div);
    }

    public Handle div(Handle a, Number b) {
        return binary(MathOp.DIV, a, b, TileMath::div);
    }

    public Handle maximum(Handle a, Handle b) {
        return binary(MathOp.MAXIMUM, a, b, TileMath::maximum);
    }

    public Handle maximum(Handle a, Number b) {
        return binary(MathOp.MAXIMUM, a, b, TileMath::maximum);
    }

    public Handle minimum(Handle a, Handle b) {
        return binary(MathOp.MINIMUM, a, b, TileMath::minimum);
    }

    public Handle minimum(Handle a, Number b) {
        return binary(MathOp.MINIMUM, a, b, TileMath::minimum);
    }

    /// `a · b + c` with one rounding.
    public Handle fma(Handle a, Handle b, Handle c) {
        TileTypes.arithmetic("fma", a.dtype());
        Shape inner = TileTypes.elementwise("fma", a.dtype(), a.shape(), b.dtype(), b.shape());
        Shape shape = TileTypes.elementwise("fma", a.dtype(), inner, c.dtype(), c.shape());
        long at = room(a.dtype(), shape);
        Tile x = operand(a);
        Tile y = operand(b);
        Tile z = operand(c);
        backend.ask(repeated.arithmetic(MathOp.FMA, shape.elements(), a.dtype()));
        return Handle.value(at, a.dtype(), shape, x == null || y == null || z == null ? null : TileMath.fma(x, y, z));
    }

    public Handle clamp(Handle a, Number low, Number high) {
        TileTypes.arithmetic(MathOp.CLAMP.text(), a.dtype());
        Tile least = constant(a.dtype(), low);
        Tile most = constant(a.dtype(), high);
        return unary(
                MathOp.CLAMP, a, x -> TileMath.clamp(x, Objects.requireNonNull(least), Objects.requireNonNull(most)));
    }

    /// The same with bounds that are numbers or handles, which may differ from element to element.
    Handle clamp(Handle a, Object low, Object high) {
        if (low instanceof Number least && high instanceof Number most) {
            return clamp(a, least, most);
        }
        TileTypes.arithmetic(MathOp.CLAMP.text(), a.dtype());
        Shape shape = a.shape();
        for (Object bound : List.of(low, high)) {
            if (bound instanceof Handle handle) {
                shape = TileTypes.elementwise(MathOp.CLAMP.text(), a.dtype(), shape, handle.dtype(), handle.shape());
            }
        }
        long at = room(a.dtype(), shape);
        Tile x = operand(a);
        Tile least = bound(a.dtype(), low);
        Tile most = bound(a.dtype(), high);
        backend.ask(repeated.arithmetic(MathOp.CLAMP, shape.elements(), a.dtype()));
        boolean known = x != null && least != null && most != null;
        return Handle.value(
                at,
                a.dtype(),
                shape,
                known
                        ? TileMath.clamp(
                                Objects.requireNonNull(x), Objects.requireNonNull(least), Objects.requireNonNull(most))
                        : null);
    }

    private @Nullable Tile bound(DType dtype, Object bound) {
        return bound instanceof Handle handle ? operand(handle) : constant(dtype, (Number) bound);
    }

    public Handle exp(Handle a) {
        return floating(MathOp.EXP, a, TileMath::exp);
    }

    public Handle log(Handle a) {
        return floating(MathOp.LOG, a, TileMath::log);
    }

    public Handle sqrt(Handle a) {
        return floating(MathOp.SQRT, a, TileMath::sqrt);
    }

    public Handle abs(Handle a) {
        return unary(MathOp.ABS, a, TileMath::abs);
    }

    public Handle neg(Handle a) {
        return unary(MathOp.NEG, a, TileMath::neg);
    }

    public Handle sigmoid(Handle a) {
        return floating(MathOp.SIGMOID, a, TileMath::sigmoid);
    }

    public Handle sin(Handle a) {
        return floating(MathOp.SIN, a, TileMath::sin);
    }

    public Handle cos(Handle a) {
        return floating(MathOp.COS, a, TileMath::cos);
    }

    public Handle softmax(Handle a, int axis) {
        TileTypes.axis("softmax", axis, a.shape());
        return floating(MathOp.SOFTMAX, a, x -> TileMath.softmax(x, axis));
    }

    /// Folds an axis away; the result has one axis less.
    public Handle sum(Handle a, int axis) {
        return reduce(MathOp.SUM, a, axis, x -> TileMath.sum(x, axis));
    }

    public Handle max(Handle a, int axis) {
        return reduce(MathOp.MAX, a, axis, x -> TileMath.max(x, axis));
    }

    public Handle min(Handle a, int axis) {
        return reduce(MathOp.MIN, a, axis, x -> TileMath.min(x, axis));
    }

    /// Element by element `a` where the condition holds, else `b`.
    public Handle where(Handle condition, Handle a, Handle b) {
        TileTypes.condition(condition.dtype());
        Shape inner = TileTypes.elementwise("where", a.dtype(), a.shape(), b.dtype(), b.shape());
        Shape shape = TileTypes.broadcast("where", condition.shape(), inner);
        long at = room(a.dtype(), shape);
        Tile chosen = operand(condition);
        Tile x = operand(a);
        Tile y = operand(b);
        backend.ask(repeated.arithmetic(MathOp.WHERE, shape.elements(), a.dtype()));
        Tile result = chosen == null || x == null || y == null ? null : TileMath.where(chosen, x, y);
        return Handle.value(at, a.dtype(), shape, result);
    }

    /// Converts to another element type, rounding to nearest, ties to even.
    public Handle cast(Handle a, DType dtype) {
        return cast(a, dtype, Rounding.NEAREST_EVEN);
    }

    public Handle cast(Handle a, DType dtype, Rounding mode) {
        long at = room(dtype, a.shape());
        Tile x = operand(a);
        backend.ask(repeated.arithmetic(MathOp.CAST, a.shape().elements(), a.dtype()));
        return Handle.value(at, dtype, a.shape(), x == null ? null : TileMath.cast(x, dtype, mode));
    }

    /// A bool for every pair of elements.
    public Handle compare(Comparison op, Handle a, Handle b) {
        Shape shape = TileTypes.elementwise(op.text(), a.dtype(), a.shape(), b.dtype(), b.shape());
        long at = room(DType.BOOL, shape);
        Tile x = operand(a);
        Tile y = operand(b);
        backend.ask(repeated.arithmetic(MathOp.CMP, shape.elements(), a.dtype()));
        return Handle.value(at, DType.BOOL, shape, both(x, y, (p, q) -> TileMath.compare(op, p, q)));
    }

    /// The same with one number for all elements.
    public Handle compare(Comparison op, Handle a, Number b) {
        TileTypes.arithmetic(op.text(), a.dtype());
        Tile number = constant(a.dtype(), b);
        long at = room(DType.BOOL, a.shape());
        Tile x = operand(a);
        backend.ask(repeated.arithmetic(MathOp.CMP, a.shape().elements(), a.dtype()));
        return Handle.value(at, DType.BOOL, a.shape(), both(x, number, (y, z) -> TileMath.compare(op, y, z)));
    }

    /// A value with every element the same.
    public Handle full(Shape shape, DType dtype, Number number) {
        Tile element = constant(dtype, number);
        long at = room(dtype, shape);
        backend.ask(repeated.arithmetic(MathOp.COPY, shape.elements(), dtype));
        Tile tile = element == null || !core.computesValues() ? null : TileMath.broadcastTo(element, shape);
        return Handle.value(at, dtype, shape, tile);
    }

    public Handle zeros(Shape shape, DType dtype) {
        return full(shape, dtype, 0);
    }

    /// The axes of a matrix exchanged.
    public Handle transpose(Handle a) {
        Shape shape = TileTypes.transposed(a.shape());
        long at = room(a.dtype(), shape);
        Tile x = operand(a);
        backend.ask(repeated.arithmetic(MathOp.COPY, shape.elements(), a.dtype()));
        return Handle.value(at, a.dtype(), shape, x == null ? null : TileMath.transpose(x));
    }

    /// One element as a number, to branch on; an integer beyond 2^53 is rounded. A timing-only run has no values and
    /// says so.
    public double item(Handle a, long... index) {
        return element(a, index, Tile::doubleAt);
    }

    /// One element of an integer or bool type, to branch on, with all its bits; those of u64 may be a negative number.
    public long wholeItem(Handle a, long... index) {
        if (a.dtype().isFloat()) {
            throw new IllegalArgumentException(a.dtype().text() + " is not an integer type");
        }
        return element(a, index, Tile::longAt);
    }

    private <T> T element(Handle a, long[] index, BiFunction<Tile, long[], T> read) {
        Tile tile = operand(a);
        if (tile == null) {
            throw error(
                    KernelCode.NO_VALUES,
                    "the kernel reads a value, but this run computes none",
                    "run without --no-data: the control flow of the kernel depends on its data");
        }
        try {
            return read.apply(tile, index);
        } catch (IndexOutOfBoundsException e) {
            throw error(
                    KernelCode.NO_SUCH_ELEMENT,
                    "element " + Arrays.toString(index) + " does not exist in shape " + a.shape(),
                    "one index per axis, each below its extent");
        }
    }

    // Queues

    /// Sends a value to the neighbour in a direction; blocks while that neighbour's ring is full.
    public void send(String direction, Handle source) {
        core.accessed(source.dtype());
        backend.ask(repeated.send(direction, source));
    }

    /// Takes the next payload from a direction: a handle to the slot it lies in, which the neighbour may fill again.
    public Handle recv(String direction, Shape shape, DType dtype) {
        core.accessed(dtype);
        return backend.ask(repeated.recv(direction, dtype, shape));
    }

    /// Takes the next payload from a direction as a value of its own: it is read out of its slot before the
    /// neighbour may fill that slot again.
    public Handle take(String direction, Shape shape, DType dtype) {
        core.accessed(dtype);
        return backend.ask(repeated.take(direction, dtype, shape));
    }

    /// Takes the next payload from whichever direction has one, in turn.
    public Handle recv(Shape shape, DType dtype) {
        core.accessed(dtype);
        return backend.ask(new RecvAny(dtype, shape, null));
    }

    /// Takes the next payload and copies it out of its slot before the slot is given back.
    public Handle recv(String direction, Shape shape, DType dtype, Destination destination) {
        checkDestination(destination, shape, dtype);
        return backend.ask(new Recv(direction, dtype, shape, destination));
    }

    /// The same from whichever direction has one, in turn.
    public Handle recv(Shape shape, DType dtype, Destination destination) {
        checkDestination(destination, shape, dtype);
        return backend.ask(new RecvAny(dtype, shape, destination));
    }

    private void checkDestination(Destination destination, Shape shape, DType dtype) {
        if (checkStore("recv", destination.address(), dtype, shape) != destination.space()) {
            throw error(
                    KernelCode.OTHER_MEMORY,
                    "address 0x" + Long.toHexString(destination.address()) + " is not in "
                            + destination.space().text() + " but in "
                            + core.spaceOf(destination.address(), 1).text(),
                    "");
        }
    }

    /// Asks for the next payload from a direction and continues; [#await] gives it.
    public RecvFuture recvAsync(String direction, Shape shape, DType dtype) {
        core.accessed(dtype);
        return backend.ask(new RecvAsync(direction, dtype, shape));
    }

    /// The payload of a future of this kernel, once it is here; asked again, the same handle.
    public Handle await(RecvFuture future) {
        return backend.ask(new Await(future));
    }

    /// Says what the kernel does from now on: the name of a phase, which reports show with its time, work and waits.
    /// Takes no time. The phase lasts until the next mark or the end of the kernel.
    public void mark(String name) {
        if (name.isBlank()) {
            throw error(
                    KernelCode.BLANK_MARK,
                    "the name of a mark is blank",
                    "name the phase that begins, as in mark(\"reduce\")");
        }
        backend.ask(new Mark(name));
    }

    /// The same with a number, such as that of a step; the name is put together only if anybody wants to know.
    public void mark(String name, int number) {
        if (marks) {
            mark(name + " " + number);
        }
    }

    // How operations are made

    /// The elements of an operand; one that lies outside this PE's TCM is loaded first.
    private @Nullable Tile operand(Handle handle) {
        return handle.isPlace()
                ? backend.ask(new Operand(handle.address(), handle.dtype(), handle.shape(), handle.message()))
                        .orElse(null)
                : handle.tile().orElse(null);
    }

    /// A TCM address for a value; asked before anything is spent on it, so that one too large fails at once.
    private long room(DType dtype, Shape shape) {
        return core.scratch(dtype.bytesFor(shape.elements()));
    }

    Handle unary(MathOp op, Handle a, Function<Tile, Tile> compute) {
        TileTypes.arithmetic(op.text(), a.dtype());
        long at = room(a.dtype(), a.shape());
        Tile x = operand(a);
        backend.ask(repeated.arithmetic(op, a.shape().elements(), a.dtype()));
        return Handle.value(at, a.dtype(), a.shape(), x == null ? null : compute.apply(x));
    }

    Handle floating(MathOp op, Handle a, Function<Tile, Tile> compute) {
        TileTypes.floating(op.text(), a.dtype());
        return unary(op, a, compute);
    }

    Handle binary(MathOp op, Handle a, Handle b, BiFunction<Tile, Tile, Tile> compute) {
        if (op == MathOp.MAXIMUM || op == MathOp.MINIMUM) {
            TileTypes.ordered(op.text(), a.dtype());
        } else {
            TileTypes.arithmetic(op.text(), a.dtype());
        }
        Shape shape = TileTypes.elementwise(op.text(), a.dtype(), a.shape(), b.dtype(), b.shape());
        long at = room(a.dtype(), shape);
        Tile x = operand(a);
        Tile y = operand(b);
        backend.ask(repeated.arithmetic(op, shape.elements(), a.dtype()));
        Tile result = both(x, y, compute);
        if (result != null && x != null && y != null) {
            core.combined(op, x, y, result);
        }
        return Handle.value(at, a.dtype(), shape, result);
    }

    Handle binary(MathOp op, Handle a, Number b, BiFunction<Tile, Tile, Tile> compute) {
        TileTypes.arithmetic(op.text(), a.dtype());
        Tile number = constant(a.dtype(), b);
        if (op == MathOp.DIV && number != null) {
            TileTypes.divisor(number, a.shape());
        }
        return unary(op, a, x -> compute.apply(x, Objects.requireNonNull(number)));
    }

    /// A number that represents a tile; null in a run without values if the type takes every number.
    private @Nullable Tile constant(DType dtype, Number number) {
        return dtype.isFloat() && !core.computesValues() ? null : Tile.constant(dtype, number);
    }

    Handle reduce(MathOp op, Handle a, int axis, Function<Tile, Tile> compute) {
        if (op == MathOp.SUM) {
            TileTypes.arithmetic(op.text(), a.dtype());
        } else {
            TileTypes.ordered(op.text(), a.dtype());
            TileTypes.folded(op.text(), a.shape(), axis);
        }
        Shape shape = TileTypes.reduced(op.text(), a.shape(), axis);
        long at = room(a.dtype(), shape);
        Tile x = operand(a);
        backend.ask(repeated.arithmetic(op, a.shape().elements(), a.dtype()));
        return Handle.value(at, a.dtype(), shape, x == null ? null : compute.apply(x));
    }

    private static @Nullable Tile both(@Nullable Tile a, @Nullable Tile b, BiFunction<Tile, Tile, Tile> compute) {
        return a == null || b == null ? null : compute.apply(a, b);
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}

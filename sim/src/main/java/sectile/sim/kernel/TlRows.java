package sectile.sim.kernel;

import static sectile.sim.kernel.TlOperation.Engine;
import static sectile.sim.kernel.TlOperation.Family;
import static sectile.sim.kernel.TlParameter.Kind.DTYPE;
import static sectile.sim.kernel.TlParameter.Kind.FUTURE;
import static sectile.sim.kernel.TlParameter.Kind.HANDLE;
import static sectile.sim.kernel.TlParameter.Kind.INT;
import static sectile.sim.kernel.TlParameter.Kind.NUMBER;
import static sectile.sim.kernel.TlParameter.Kind.OPERAND;
import static sectile.sim.kernel.TlParameter.Kind.SHAPE;
import static sectile.sim.kernel.TlParameter.Kind.SPACE;
import static sectile.sim.kernel.TlParameter.Kind.TEXT;
import static sectile.sim.kernel.TlParameter.optional;
import static sectile.sim.kernel.TlParameter.required;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.TileMath;
import sectile.sim.component.MathOp;
import sectile.sim.problem.KernelCode;

/// The rows of the standard table.
final class TlRows {
    private static final TlParameter AXIS_OF_PROGRAM = optional("axis", INT, "0");
    private static final TlParameter DTYPE_OR_F16 = optional("dtype", DTYPE, "\"f16\"");

    private TlRows() {}

    static List<TlOperation> all() {
        return Stream.of(place(), memory(), matrices(), elements(), reductions(), queues())
                .flatMap(List::stream)
                .toList();
    }

    private static List<TlOperation> place() {
        return List.of(
                TlOperation.of(
                        "program_id",
                        Family.PLACE,
                        Engine.NONE,
                        "This PE's number in its cube (axis 0), or its cube's number in the SIP (axis 1).",
                        (tl, a) -> (long) tl.programId(a.count(0, 0)),
                        AXIS_OF_PROGRAM),
                TlOperation.of(
                        "num_programs",
                        Family.PLACE,
                        Engine.NONE,
                        "How many PEs of the cube (axis 0), or cubes of the SIP (axis 1), take part.",
                        (tl, a) -> (long) tl.numPrograms(a.count(0, 0)),
                        AXIS_OF_PROGRAM),
                TlOperation.of("place", Family.PLACE, Engine.NONE, "The tuple (sip, cube, pe).", (tl, a) -> tl.place()),
                TlOperation.of(
                        "cdiv",
                        Family.PLACE,
                        Engine.NONE,
                        "The quotient of two ints, rounded up.",
                        (tl, a) -> ceilDiv(a.integer(0), a.integer(1)),
                        required("a", INT),
                        required("b", INT)),
                TlOperation.of(
                        "itemsize",
                        Family.PLACE,
                        Engine.NONE,
                        "Bytes of an element.",
                        (tl, a) -> Math.max(1L, a.dtype(0).bits() / 8),
                        DTYPE_OR_F16),
                TlOperation.of(
                        "mark",
                        Family.PLACE,
                        Engine.NONE,
                        "Names the phase that begins here; reports show its time, work and waits.",
                        (tl, a) -> {
                            tl.mark(a.text(0));
                            return null;
                        },
                        required("name", TEXT)));
    }

    private static long ceilDiv(long a, long b) {
        if (b == 0) {
            throw TlArguments.error(KernelCode.TEXT_DIVISION_BY_ZERO, "division by zero", "guard the division");
        }
        return Math.ceilDiv(a, b);
    }

    private static List<TlOperation> memory() {
        return List.of(
                TlOperation.of(
                        "load",
                        Family.MEMORY,
                        Engine.DMA,
                        "A handle to a value, brought into the PE.",
                        (tl, a) -> tl.load(a.integer(0), a.shape(1), a.dtype(2)),
                        required("ptr", INT),
                        required("shape", SHAPE),
                        DTYPE_OR_F16),
                TlOperation.of(
                        "ref",
                        Family.MEMORY,
                        Engine.NONE,
                        "A handle to memory, which is read when it is used.",
                        (tl, a) -> tl.ref(a.integer(0), a.shape(1), a.dtype(2)),
                        required("ptr", INT),
                        required("shape", SHAPE),
                        DTYPE_OR_F16),
                TlOperation.of(
                        "TensorHandle",
                        Family.MEMORY,
                        Engine.NONE,
                        "The same as `tl.ref`, also without `tl.` before it; a `space` or `nbytes` that is given must"
                                + " be right.",
                        TlRows::tensorHandle,
                        required("addr", INT),
                        required("shape", SHAPE),
                        DTYPE_OR_F16,
                        optional("space", SPACE, "None"),
                        optional("nbytes", INT, "None")),
                TlOperation.of(
                        "store",
                        Family.MEMORY,
                        Engine.DMA,
                        "Writes a value to memory; returns when the last byte is there.",
                        (tl, a) -> {
                            tl.store(a.integer(0), a.handle(1));
                            return null;
                        },
                        required("ptr", INT),
                        required("value", HANDLE)),
                TlOperation.of(
                                "full",
                                Family.MEMORY,
                                Engine.MATH,
                                "A value with one number everywhere.",
                                (tl, a) -> tl.full(a.shape(0), a.dtype(2), a.number(1)),
                                required("shape", SHAPE),
                                required("value", NUMBER),
                                DTYPE_OR_F16)
                        .costing(MathOp.COPY),
                TlOperation.of(
                                "zeros",
                                Family.MEMORY,
                                Engine.MATH,
                                "A value with zero everywhere.",
                                (tl, a) -> tl.zeros(a.shape(0), a.dtype(1)),
                                required("shape", SHAPE),
                                DTYPE_OR_F16)
                        .costing(MathOp.COPY),
                TlOperation.of(
                                "item",
                                Family.MEMORY,
                                Engine.NONE,
                                "One element as an int, float or bool, to branch on; not in a run with `--no-data`.",
                                (tl, a) -> Items.of(tl, a.handle(0), a.integersFrom(1)),
                                required("a", HANDLE),
                                optional("index", INT, "0"))
                        .withRest()
                        .writtenAs("a[i, j]"));
    }

    private static List<TlOperation> matrices() {
        return List.of(
                TlOperation.of(
                                "dot",
                                Family.MATRICES,
                                Engine.GEMM,
                                "The product of two matrices.",
                                (tl, a) -> a.has(2)
                                        ? tl.dot(a.handle(0), a.handle(1), a.dtype(2))
                                        : tl.dot(a.handle(0), a.handle(1)),
                                required("a", HANDLE),
                                required("b", HANDLE),
                                optional("out_dtype", DTYPE, "None"))
                        .writtenAs("a @ b"),
                TlOperation.of(
                        "composite",
                        Family.MATRICES,
                        Engine.SCHEDULER,
                        "`op=\"gemm\"`: a whole product of matrices in memory, streamed in tiles.",
                        TlRows::composite,
                        required("op", TEXT),
                        required("a", HANDLE),
                        required("b", HANDLE),
                        required("out_ptr", INT),
                        optional("out_dtype", DTYPE, "None"),
                        optional("tile_m", INT, "None"),
                        optional("tile_n", INT, "None"),
                        optional("tile_k", INT, "None")),
                TlOperation.of(
                                "transpose",
                                Family.MATRICES,
                                Engine.MATH,
                                "The matrix with rows and columns exchanged.",
                                (tl, a) -> tl.transpose(a.handle(0)),
                                required("a", HANDLE))
                        .costing(MathOp.COPY));
    }

    private static @Nullable Object composite(Tl tl, TlArguments a) {
        int tiles = (a.has(5) ? 1 : 0) + (a.has(6) ? 1 : 0) + (a.has(7) ? 1 : 0);
        if (tiles == 0 && !a.has(4)) {
            tl.composite(a.text(0), a.handle(1), a.handle(2), a.integer(3));
        } else if (tiles == 3) {
            DType out = a.has(4) ? a.dtype(4) : a.handle(1).dtype();
            tl.composite(
                    a.text(0),
                    a.handle(1),
                    a.handle(2),
                    a.integer(3),
                    out,
                    a.count(5, 0),
                    a.count(6, 0),
                    a.count(7, 0));
        } else {
            throw TlArguments.error(
                    KernelCode.TEXT_ARGUMENT,
                    "tl.composite has " + tiles + " of the three tile extents",
                    "give tile_m, tile_n and tile_k together; out_dtype needs them, too");
        }
        return null;
    }

    private static List<TlOperation> elements() {
        return List.of(
                TlOperation.binary("add", MathOp.ADD, true, TileMath::add, "The sum.")
                        .writtenAs("a + b"),
                TlOperation.binary("sub", MathOp.SUB, false, TileMath::sub, "The difference.")
                        .writtenAs("a - b"),
                TlOperation.binary("mul", MathOp.MUL, true, TileMath::mul, "The product.")
                        .writtenAs("a * b"),
                TlOperation.binary("div", MathOp.DIV, false, TileMath::div, "The quotient; that of ints truncates.")
                        .writtenAs("a / b"),
                TlOperation.binary("maximum", MathOp.MAXIMUM, true, TileMath::maximum, "The larger one."),
                TlOperation.binary("minimum", MathOp.MINIMUM, true, TileMath::minimum, "The smaller one."),
                TlOperation.of(
                                "fma",
                                Family.ELEMENTS,
                                Engine.MATH,
                                "a · b + c with one rounding.",
                                (tl, a) -> tl.fma(a.handle(0), a.handle(1), a.handle(2)),
                                required("a", HANDLE),
                                required("b", HANDLE),
                                required("c", HANDLE))
                        .costing(MathOp.FMA),
                TlOperation.of(
                                "clamp",
                                Family.ELEMENTS,
                                Engine.MATH,
                                "At least `low` and at most `high`, which are numbers or handles.",
                                (tl, a) -> tl.clamp(a.handle(0), a.given(1), a.given(2)),
                                required("a", HANDLE),
                                required("low", OPERAND),
                                required("high", OPERAND))
                        .costing(MathOp.CLAMP),
                TlOperation.floating("exp", MathOp.EXP, TileMath::exp, "The exponential."),
                TlOperation.floating("log", MathOp.LOG, TileMath::log, "The natural logarithm."),
                TlOperation.floating("sqrt", MathOp.SQRT, TileMath::sqrt, "The square root."),
                TlOperation.unary("abs", MathOp.ABS, TileMath::abs, "The absolute value."),
                TlOperation.unary("neg", MathOp.NEG, TileMath::neg, "The negation.")
                        .writtenAs("-a"),
                TlOperation.floating("sigmoid", MathOp.SIGMOID, TileMath::sigmoid, "1 / (1 + exp(−a))."),
                TlOperation.floating("sin", MathOp.SIN, TileMath::sin, "The sine."),
                TlOperation.floating("cos", MathOp.COS, TileMath::cos, "The cosine."),
                TlOperation.of(
                                "where",
                                Family.ELEMENTS,
                                Engine.MATH,
                                "`a` where the condition holds, else `b`.",
                                (tl, a) -> tl.where(a.handle(0), a.handle(1), a.handle(2)),
                                required("condition", HANDLE),
                                required("a", HANDLE),
                                required("b", HANDLE))
                        .costing(MathOp.WHERE),
                TlOperation.of(
                                "cast",
                                Family.ELEMENTS,
                                Engine.MATH,
                                "The elements as another type; `mode` says how to round: none, rint, round, floor,"
                                        + " ceil, trunc or odd.",
                                (tl, a) -> tl.cast(a.handle(0), a.dtype(1), a.rounding(2)),
                                required("a", HANDLE),
                                required("dtype", DTYPE),
                                optional("mode", TEXT, "\"none\""))
                        .costing(MathOp.CAST));
    }

    private static List<TlOperation> reductions() {
        return List.of(
                TlOperation.of(
                                "softmax",
                                Family.REDUCTIONS,
                                Engine.MATH,
                                "exp(a) divided by its sum along the axis; the axis stays.",
                                (tl, a) -> tl.softmax(a.handle(0), a.axis(1, -1)),
                                required("a", HANDLE),
                                optional("axis", INT, "-1"))
                        .costing(MathOp.SOFTMAX),
                TlOperation.reduction("sum", MathOp.SUM, TileMath::sum, "The sum; the axis goes."),
                TlOperation.reduction("max", MathOp.MAX, TileMath::max, "The largest element; the axis goes."),
                TlOperation.reduction("min", MathOp.MIN, TileMath::min, "The smallest element; the axis goes."));
    }

    private static List<TlOperation> queues() {
        return List.of(
                TlOperation.of(
                        "send",
                        Family.QUEUES,
                        Engine.QUEUE,
                        "Sends to the neighbour in a direction; blocks while its queue is full. What is sent is `src`,"
                                + " or what lies at `src_addr`: `shape` of it, or `nbytes`.",
                        TlRows::send,
                        required("dir", TEXT),
                        optional("src", HANDLE, "None"),
                        optional("src_addr", INT, "None"),
                        optional("nbytes", INT, "None"),
                        optional("shape", SHAPE, "None"),
                        DTYPE_OR_F16,
                        optional("space", SPACE, "None")),
                TlOperation.of(
                        "recv",
                        Family.QUEUES,
                        Engine.QUEUE,
                        "A handle to the slot of the next payload, or to a copy at `dst_addr`, which is in the memory"
                                + " `dst_space` (give both or neither); from any direction if `dir` is None.",
                        TlRows::recv,
                        optional("dir", TEXT, "None"),
                        required("shape", SHAPE),
                        DTYPE_OR_F16,
                        optional("dst_addr", INT, "None"),
                        optional("dst_space", SPACE, "None")),
                TlOperation.of(
                        "take",
                        Family.QUEUES,
                        Engine.QUEUE,
                        "The next payload as a value of its own.",
                        (tl, a) -> tl.take(a.text(0), a.shape(1), a.dtype(2)),
                        required("dir", TEXT),
                        required("shape", SHAPE),
                        DTYPE_OR_F16),
                TlOperation.of(
                        "recv_async",
                        Family.QUEUES,
                        Engine.QUEUE,
                        "A future of the next payload.",
                        (tl, a) -> tl.recvAsync(a.text(0), a.shape(1), a.dtype(2)),
                        required("dir", TEXT),
                        required("shape", SHAPE),
                        DTYPE_OR_F16),
                TlOperation.of(
                        "wait",
                        Family.QUEUES,
                        Engine.QUEUE,
                        "The payload of a future, once it has arrived.",
                        (tl, a) -> tl.await((RecvFuture) a.given(0)),
                        required("future", FUTURE)));
    }

    private static Object recv(Tl tl, TlArguments a) {
        if (a.has(3) != a.has(4)) {
            throw TlArguments.error(
                    KernelCode.TEXT_ARGUMENT,
                    "tl.recv has only one of dst_addr and dst_space",
                    "give both, or neither");
        }
        if (!a.has(3)) {
            return a.has(0) ? tl.recv(a.text(0), a.shape(1), a.dtype(2)) : tl.recv(a.shape(1), a.dtype(2));
        }
        var destination = new Destination(a.integer(3), (Space) a.given(4));
        return a.has(0)
                ? tl.recv(a.text(0), a.shape(1), a.dtype(2), destination)
                : tl.recv(a.shape(1), a.dtype(2), destination);
    }

    private static Handle tensorHandle(Tl tl, TlArguments a) {
        return named(tl, "TensorHandle", a.integer(0), a.shape(1), a.dtype(2), a, 3, 4);
    }

    /// A handle to memory whose place and size may be given twice.
    private static Handle named(
            Tl tl, String name, long address, Shape shape, DType dtype, TlArguments a, int space, int bytes) {
        Handle handle = tl.ref(address, shape, dtype);
        if (a.has(space) && handle.space() != a.given(space)) {
            throw TlArguments.error(
                    KernelCode.OTHER_MEMORY,
                    "address 0x" + Long.toHexString(address) + " is not in " + ((Space) a.given(space)).text()
                            + " but in " + handle.space().text(),
                    "");
        }
        if (a.has(bytes) && a.integer(bytes) != handle.bytes()) {
            throw TlArguments.error(
                    KernelCode.TEXT_ARGUMENT,
                    "`nbytes` of tl." + name + " is " + a.integer(bytes) + ", but " + dtype.text() + " " + shape
                            + " has " + handle.bytes() + " bytes",
                    "leave one of them out");
        }
        return handle;
    }

    private static @Nullable Object send(Tl tl, TlArguments a) {
        if (a.has(1) == a.has(2)) {
            throw TlArguments.error(
                    KernelCode.TEXT_ARGUMENT,
                    "tl.send takes either `src` or `src_addr`" + (a.has(1) ? ", not both" : ""),
                    "src is a handle, src_addr an address with shape or nbytes");
        }
        if (a.has(1)) {
            for (int i = 3; i < 7; i++) {
                if (a.has(i)) {
                    throw TlArguments.error(
                            KernelCode.TEXT_ARGUMENT,
                            "a handle knows its shape, type and memory",
                            "leave out what follows src");
                }
            }
            tl.send(a.text(0), a.handle(1));
            return null;
        }
        DType dtype = a.dtype(5);
        Shape shape;
        if (a.has(4)) {
            shape = a.shape(4);
        } else if (a.has(3) && a.integer(3) > 0 && a.integer(3) % dtype.bytesFor(1) == 0) {
            shape = Shape.of(a.integer(3) / dtype.bytesFor(1));
        } else {
            throw TlArguments.error(
                    KernelCode.TEXT_ARGUMENT,
                    a.has(3)
                            ? "`nbytes` of tl.send is " + a.integer(3) + ", which is not a number of " + dtype.text()
                                    + " elements"
                            : "tl.send from an address needs `shape` or `nbytes`",
                    "");
        }
        tl.send(a.text(0), named(tl, "send", a.integer(2), shape, dtype, a, 6, 3));
        return null;
    }
}

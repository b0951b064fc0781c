package sectile.sim.kernel;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// A whole matrix product handed to the PE scheduler: `out[m×n] = a[m×k] · b[k×n]`, streamed in tiles.
///
/// @param a address of the row-major left operand
/// @param b address of the row-major right operand
/// @param out address of the row-major result
/// @param tileM rows of a tile of the result, likewise `tileN` its columns and `tileK` the depth of one step
public record GemmPlan(
        long a, long b, long out, int m, int n, int k, DType dtype, DType outDtype, int tileM, int tileN, int tileK) {

    /// What a product costs this host, in the units of [sectile.base.limit.Limits#work].
    public static long work(long m, long n, long k) {
        return (long) ((double) m * n * k / 4);
    }

    public int stepsM() {
        return Tl.cdiv(m, tileM);
    }

    public int stepsN() {
        return Tl.cdiv(n, tileN);
    }

    public int stepsK() {
        return Tl.cdiv(k, tileK);
    }

    /// Tiles to load and multiply.
    public long steps() {
        return (long) stepsM() * stepsN() * stepsK();
    }

    /// What the scheduler needs of TCM: a tile of each operand and of the result, twice, so that one of each can be
    /// moved while the other is worked on.
    public long bufferBytes() {
        long rows = Math.min(tileM, m);
        long columns = Math.min(tileN, n);
        long depth = Math.min(tileK, k);
        long operands = dtype.bytesFor(rows * depth) + dtype.bytesFor(depth * columns);
        return 2 * (operands + outDtype.bytesFor(rows * columns));
    }

    /// One step of the loop: k runs fastest, then n, then m.
    public Step step(long index) {
        int kStep = (int) (index % stepsK());
        long rest = index / stepsK();
        int nStep = (int) (rest % stepsN());
        int mStep = (int) (rest / stepsN());
        int row = mStep * tileM;
        int column = nStep * tileN;
        int depth = kStep * tileK;
        return new Step(
                row,
                column,
                depth,
                Math.min(tileM, m - row),
                Math.min(tileN, n - column),
                Math.min(tileK, k - depth),
                kStep == 0,
                kStep == stepsK() - 1);
    }

    /// A step: which tile of the result, and how deep.
    ///
    /// @param first whether this step begins a tile of the result, `last` whether it ends one
    public record Step(
            int row, int column, int depth, int rows, int columns, int depths, boolean first, boolean last) {}

    /// A rectangle of a row-major matrix in memory.
    ///
    /// @param address of its first element
    /// @param rowBytes of one row of the rectangle
    /// @param strideBytes from one row to the next
    public record Window(long address, int rows, long rowBytes, long strideBytes, DType dtype, Shape shape) {
        /// Some bytes side by side.
        public static Window line(long address, long bytes) {
            return new Window(address, 1, bytes, bytes, DType.U8, Shape.of(bytes));
        }

        public long bytes() {
            return rows * rowBytes;
        }
    }

    public Window windowA(Step step) {
        return window(a, dtype, k, step.row, step.depth, step.rows, step.depths);
    }

    public Window windowB(Step step) {
        return window(b, dtype, n, step.depth, step.column, step.depths, step.columns);
    }

    public Window windowOut(Step step) {
        return window(out, outDtype, n, step.row, step.column, step.rows, step.columns);
    }

    private static Window window(long base, DType dtype, int width, int row, int column, int rows, int columns) {
        long stride = dtype.bytesFor(width);
        return new Window(
                base + row * stride + dtype.bytesFor(column),
                rows,
                dtype.bytesFor(columns),
                stride,
                dtype,
                Shape.of(rows, columns));
    }
}

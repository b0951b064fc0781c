package sectile.dist.tensor;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;

/// What a user can do wrong with tensors: `DIST-1xx`.
final class TensorErrors {
    private TensorErrors() {}

    static void checkWholeBytes(DType dtype) {
        if (dtype.isSubByte()) {
            throw error(
                    DistCode.SUB_BYTE_TENSOR,
                    "a tensor of " + dtype.text() + " cannot be spread over PEs: its elements share bytes",
                    "use an element type of at least 8 bits");
        }
    }

    static DiagnosticException negativeCount(int cubes, int pes) {
        return error(
                DistCode.NEGATIVE_COUNT,
                "a placement on " + cubes + " cubes and " + pes + " PEs",
                "counts are at least 1, or 0 for all");
    }

    /// The count that is meant: all there are for 0.
    static int checkCount(String what, int asked, int there) {
        if (asked > there) {
            throw error(
                    DistCode.COUNT_TOO_LARGE,
                    "the placement asks for " + asked + " " + what + ", the machine has " + there,
                    "use at most " + there + ", or another topology");
        }
        return asked == 0 ? there : asked;
    }

    static DiagnosticException uneven(Split split, long length, int parts) {
        String what = split == Split.ROW_WISE ? " rows" : " columns";
        return error(
                DistCode.UNEVEN_PLACEMENT,
                length + what + " cannot be cut into " + parts + " equal parts, and the placement asks for equal ones",
                "drop `evenly()` to let the last parts be smaller");
    }

    static DiagnosticException emptyTile(long rows, long columns) {
        return error(
                DistCode.EMPTY_TILE, "a tile of " + rows + "x" + columns + " is empty", "tile extents are at least 1");
    }

    static DiagnosticException shapeMismatch(String what, Shape found, Shape expected) {
        return error(
                DistCode.SHAPES_DIFFER,
                what + " has shape " + found + ", the tensor " + expected,
                "the shapes must be equal");
    }

    static DiagnosticException dtypeMismatch(String what, DType found, DType expected) {
        return error(
                DistCode.TYPES_DIFFER,
                what + " is " + found.text() + ", the tensor " + expected.text(),
                "cast it to " + expected.text() + " first");
    }

    static DiagnosticException freed() {
        return error(DistCode.FREED_TENSOR, "the tensor has been freed", "");
    }

    static DiagnosticException badIndex(long[] index, Shape shape) {
        return error(
                DistCode.BAD_INDEX,
                "index " + java.util.Arrays.toString(index) + " is outside a tensor of shape " + shape,
                "indices start at 0, one for each axis");
    }

    static DiagnosticException badSlice(Region region, Shape shape) {
        return error(
                DistCode.BAD_SLICE,
                "the slice " + region + " is empty or leaves a tensor of shape " + shape,
                "rows are all axes but the last, columns the last");
    }

    static DiagnosticException notAVector(Shape shape) {
        return error(
                DistCode.BAD_SLICE,
                "a range of a tensor of shape " + shape + ", which is not a vector",
                "use readSlice for rows and columns");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}

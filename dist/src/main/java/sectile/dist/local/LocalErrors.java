package sectile.dist.local;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;

/// What a user can do wrong with operations of one rank: `DIST-51x`.
final class LocalErrors {
    private LocalErrors() {}

    static DiagnosticException noMatrix(Shape shape) {
        return error(
                DistCode.NOT_A_MATRIX,
                "a tensor of shape " + shape + " is not a matrix",
                "reshape it to two axes; a vector is a matrix of one row");
    }

    static DiagnosticException innerExtents(Shape a, Shape b) {
        return error(
                DistCode.INNER_EXTENTS_DIFFER,
                "a product of " + a + " and " + b,
                "the columns of the first must be as many as the rows of the second");
    }

    static DiagnosticException differentShapes(String operation, Shape a, Shape b) {
        return error(
                DistCode.MATRICES_DIFFER,
                operation + " of " + a + " and " + b,
                "the shapes must be equal, or the second a row");
    }

    static DiagnosticException differentTypes(String operation, DType a, DType b) {
        return error(
                DistCode.OPERAND_TYPES_DIFFER,
                operation + " of " + a.text() + " and " + b.text(),
                "both must have one element type");
    }

    static DiagnosticException elementType(DType dtype) {
        return error(
                DistCode.TYPE_NOT_COMPUTED,
                "a product, a normalisation or attention of " + dtype.text(),
                "use f16, bf16 or f32");
    }

    static DiagnosticException otherDevice(int tensor, int device) {
        return error(
                DistCode.OTHER_DEVICE,
                "a tensor on SIP " + tensor + " is used by a worker on SIP " + device,
                "a rank computes with tensors of its own device");
    }

    static DiagnosticException attention(Shape q, Shape other, long headWidth, long sequence) {
        return error(
                DistCode.BAD_ATTENTION,
                "attention of " + q + " and " + other + " with heads of " + headWidth + " columns and sequences of "
                        + sequence + " rows",
                "queries, keys and values have one shape that heads and sequences divide");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}

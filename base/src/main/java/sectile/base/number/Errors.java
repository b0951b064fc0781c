package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// What a kernel author can do wrong with values. The kernel runner adds the place and the line.
final class Errors {
    private Errors() {}

    static DiagnosticException dtypes(String op, DType a, DType b) {
        return error(
                NumberCode.TYPES_DIFFER,
                op + " of " + a.text() + " and " + b.text() + ": operands must have one element type",
                "cast one operand: cast(x, " + a.text() + ")");
    }

    static DiagnosticException shapes(String op, Shape a, Shape b) {
        return error(
                NumberCode.SHAPES_DIFFER,
                op + " of shapes " + a + " and " + b + ": aligned from the right, extents must be equal or 1",
                "");
    }

    static DiagnosticException unsupported(String op, DType found, String expected) {
        return error(
                NumberCode.NOT_DEFINED_FOR_TYPE,
                op + " of " + found.text() + " is not defined; expected " + expected,
                "cast the operand first: cast(x, f32)");
    }

    static DiagnosticException dotShapes(Shape a, Shape b) {
        return error(
                NumberCode.BAD_PRODUCT, "dot of shapes " + a + " and " + b + ": expected MxK and KxN with one K", "");
    }

    static DiagnosticException axis(String op, int axis, Shape shape) {
        String expected =
                shape.rank() == 0 ? "a scalar has no axes" : "expected " + -shape.rank() + " to " + (shape.rank() - 1);
        return error(NumberCode.BAD_AXIS, op + " along axis " + axis + " of shape " + shape + ": " + expected, "");
    }

    static DiagnosticException scalar(String value, DType dtype) {
        return error(NumberCode.NUMBER_NOT_OF_TYPE, "the number " + value + " is not a value of " + dtype.text(), "");
    }

    static DiagnosticException divisionByZero(DType dtype, long element) {
        return error(
                NumberCode.DIVISION_BY_ZERO,
                "integer division by zero in " + dtype.text() + " at element " + element,
                "");
    }

    static DiagnosticException undefined(UndefinedResultException cause, DType dtype) {
        return switch (cause.reason()) {
            case DIVISION_BY_ZERO -> divisionByZero(dtype, cause.element());
            case NEGATIVE_EXPONENT -> throw cause;
        };
    }

    static DiagnosticException size(DType dtype, Shape shape) {
        return error(
                NumberCode.TILE_TOO_LARGE,
                "a tile of " + dtype.text() + " " + shape + " takes more than the " + Tile.MAX_BYTES
                        + " bytes a tile may have",
                "load it in parts");
    }

    static DiagnosticException emptyReduction(String op, Shape shape) {
        return error(NumberCode.EMPTY_REDUCTION, op + " over no elements (shape " + shape + ") has no value", "");
    }

    static DiagnosticException accumulator(Tile found, DType dtype, Shape shape) {
        return error(
                NumberCode.BAD_ACCUMULATOR,
                "dot cannot continue an accumulator of " + found.dtype().text() + " " + found.shape() + "; expected "
                        + dtype.text() + " " + shape,
                "");
    }

    static DiagnosticException layout(String message) {
        return error(NumberCode.BAD_RESHAPE, message, "");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}

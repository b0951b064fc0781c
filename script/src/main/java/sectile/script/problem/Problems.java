package sectile.script.problem;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.python.value.Fault;
import sectile.python.value.Values;
import sectile.sim.problem.KernelCode;

/// The errors of a running text kernel.
public final class Problems {
    private static final Place NOWHERE = Span::none;

    private Problems() {}

    public static DiagnosticException at(Span span, DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }

    /// The type of a value with its article, for messages.
    public static String kind(Object value) {
        return Values.kind(value, NOWHERE);
    }

    static DiagnosticCode code(Fault fault) {
        return switch (fault) {
            case TYPE -> TextCode.OPERAND_KINDS;
            case ZERO_DIVISION -> KernelCode.TEXT_DIVISION_BY_ZERO;
            case OVERFLOW -> TextCode.INTEGER_TOO_LARGE;
            case LOOKUP -> TextCode.NO_SUCH_ITEM;
            case ATTRIBUTE -> TextCode.NO_SUCH_ATTRIBUTE;
            case VALUE, SIZE -> KernelCode.TEXT_ARGUMENT;
            case UNPACK -> TextCode.UNPACKING;
            case IMMUTABLE -> TextCode.IMMUTABLE;
            case FORMAT -> TextCode.BAD_FORMAT;
        };
    }
}

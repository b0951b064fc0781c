package sectile.ir.text;

import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;
import sectile.python.value.Fault;
import sectile.python.value.Site;

/// Where a constant of a tile program is computed.
record ConstantSite(Span span) implements Site {
    @Override
    public RuntimeException fault(Fault fault, String message, String hint) {
        DiagnosticCode code = switch (fault) {
            case TYPE, VALUE, ZERO_DIVISION, OVERFLOW, FORMAT, UNPACK, SIZE -> LanguageCode.OPERATION_FAILED;
            case IMMUTABLE -> LanguageCode.IMMUTABLE;
            case ATTRIBUTE -> LanguageCode.UNKNOWN_ATTRIBUTE;
            case LOOKUP -> LanguageCode.BAD_LOOKUP;
        };
        return Problem.at(span, code, message, hint);
    }

    @Override
    public String kind(Object foreign) {
        return foreign instanceof PythonValues.Foreign known ? known.value().describe() : Site.super.kind(foreign);
    }

    /// Dtypes, functions and the like count as true.
    @Override
    public boolean truth(Object foreign) {
        if (foreign instanceof PythonValues.Foreign known && known.value() instanceof Val.Ir) {
            throw Problem.at(span, LanguageCode.NOT_CONSTANT, "this is not a constant");
        }
        return true;
    }
}

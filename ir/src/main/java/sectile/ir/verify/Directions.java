package sectile.ir.verify;

import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Shaped;
import sectile.ir.problem.LanguageCode;
import sectile.ir.rewrite.Writes;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Marks;

/// Out parameters are written, In parameters are not. An Out parameter whose name is only given another value, or that
/// is only returned, is a warning: the caller gets the returned value.
final class Directions {
    private Directions() {}

    static void check(Program program, Function function, Findings findings) {
        Writes writes = Writes.of(function, program::find);
        for (Writes.Write write : writes.all()) {
            Param param = write.param();
            if (param.marks().constant()) {
                if (findings.isFirst(LanguageCode.CONSTANT_WRITTEN, param.variable())) {
                    findings.error(
                            LanguageCode.CONSTANT_WRITTEN,
                            write.span(),
                            "`" + param.name() + "` is marked " + Marks.CONST + ", but " + write.by() + " writes it",
                            "leave the mark out, or write to another tensor");
                }
            } else if (param.direction() == Direction.IN
                    && findings.isFirst(LanguageCode.IN_WRITTEN, param.variable())) {
                findings.error(
                        LanguageCode.IN_WRITTEN,
                        write.span(),
                        "`" + param.name() + "` is an In parameter, but " + write.by() + " writes it",
                        "declare it as pl.Out[…] or pl.InOut[…]");
            }
        }
        for (Param param : function.params()) {
            if (param.marks().constant()
                    && param.direction().writes()
                    && findings.isFirst(LanguageCode.CONSTANT_WRITTEN, param.variable())) {
                findings.error(
                        LanguageCode.CONSTANT_WRITTEN,
                        param.variable().span(),
                        "`" + param.name() + "` is marked " + Marks.CONST
                                + ", but its direction says that it is written",
                        "leave the mark or the direction out");
            }
        }
        boolean external = function.attrs().has("external_source")
                || Seq.steps(function.body()).isEmpty();
        if (!external) {
            function.params().forEach(param -> stored(function, param, writes, findings));
        }
    }

    private static boolean isReturned(Function function, Param param) {
        boolean[] found = {false};
        Walk.each(
                function.body(),
                s -> found[0] |= s instanceof Return ret && ret.values().contains(param.variable()));
        return found[0];
    }

    private static void stored(Function function, Param param, Writes writes, Findings findings) {
        // The halves of a group share its signature, and one of them may do all the writing.
        boolean half = function.kind() == FunctionKind.AIC || function.kind() == FunctionKind.AIV;
        if (param.direction() == Direction.OUT
                && param.type() instanceof Shaped
                && !writes.isWritten(param)
                && (!half || writes.rebound(param).isPresent())) {
            Span span = writes.rebound(param).orElse(param.variable().span());
            String message = "`" + param.name() + "` is an Out parameter but nothing is ever stored into it";
            String hint = "`" + param.name() + " = …` only renames; write `" + param.name()
                    + "[:] = …`, pl.store or pl.assemble";
            if (writes.rebound(param).isPresent() || isReturned(function, param)) {
                findings.warning(LanguageCode.OUT_NOT_WRITTEN, span, message, hint);
            } else {
                findings.error(LanguageCode.OUT_NOT_WRITTEN, span, message, hint);
            }
        }
    }
}

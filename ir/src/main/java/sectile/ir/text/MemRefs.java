package sectile.ir.text;

import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MemRef;
import sectile.ir.problem.LanguageCode;
import sectile.python.syntax.Ast;

/// `pl.MemRef("name", offset, size, slots=n)`.
final class MemRefs {
    private MemRefs() {}

    static MemRef read(Evaluator evaluator, Ast.Call call) {
        if (call.args().isEmpty() || !(evaluator.evaluate(call.args().getFirst()) instanceof Val.Str name)) {
            throw Problem.at(
                    call.span(),
                    LanguageCode.ANNOTATION,
                    "pl.MemRef takes the name of its buffer first",
                    "pl.MemRef(\"name\", slots=2)");
        }
        Expr offset = ConstInt.index(0);
        long size = 0;
        int slots = 1;
        if (call.args().size() > 1) {
            offset = Convert.index(
                    evaluator.evaluate(call.args().get(1)), call.args().get(1).span());
        }
        if (call.args().size() > 2) {
            size = integer(evaluator, call.args().get(2), 0, Long.MAX_VALUE);
        }
        for (Ast.Keyword keyword : call.keywords()) {
            switch (keyword.name()) {
                case "slots" -> slots = (int) integer(evaluator, keyword.value(), 1, 1024);
                case "size" -> size = integer(evaluator, keyword.value(), 0, Long.MAX_VALUE);
                case "offset" ->
                    offset = Convert.index(
                            evaluator.evaluate(keyword.value()), keyword.value().span());
                default ->
                    throw Problem.at(
                            keyword.span(),
                            LanguageCode.UNKNOWN_ARGUMENT,
                            "pl.MemRef takes no `" + keyword.name() + "`");
            }
        }
        return new MemRef(name.value(), offset, size, slots);
    }

    private static long integer(Evaluator evaluator, Ast.Expr syntax, long least, long most) {
        if (!(evaluator.evaluate(syntax) instanceof Val.Int i)) {
            throw Problem.at(syntax.span(), LanguageCode.NOT_CONSTANT, "expected a constant integer");
        }
        if (i.value() < least || i.value() > most) {
            String range = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw Problem.at(syntax.span(), LanguageCode.ANNOTATION, "expected " + range + ", found " + i.value());
        }
        return i.value();
    }
}

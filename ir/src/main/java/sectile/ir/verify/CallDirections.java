package sectile.ir.verify;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.Direction;

/// Every call says in `arg_directions` what the callee does with each argument: `In`, `Out` or `InOut`.
final class CallDirections {
    private CallDirections() {}

    static void resolved(Program program, Function function, Findings findings) {
        Walk.eachExpression(function.body(), expr -> {
            switch (expr) {
                case FunctionCall call -> check(program, call.callee(), call.attrs(), call.span(), findings);
                case Submit submit -> check(program, submit.callee(), submit.attrs(), submit.span(), findings);
                case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> {}
            }
        });
    }

    private static void check(Program program, String callee, Attrs attrs, Span span, Findings findings) {
        Optional<Function> target = program.find(callee);
        if (target.isEmpty()) {
            return;
        }
        List<Attr> expected = target.get().params().stream()
                .map(Param::direction)
                .map(Direction::surfaceName)
                .map(w -> (Attr) new Attr.Text(w))
                .toList();
        Optional<Attr> found = attrs.find("arg_directions");
        if (found.isEmpty()) {
            findings.error(
                    LanguageCode.NO_DIRECTIONS, span, "this call of `" + callee + "` does not say its directions");
        } else if (!found.get().equals(new Attr.Items(expected))) {
            findings.error(
                    LanguageCode.DIRECTIONS_DIFFER,
                    span,
                    "the directions of this call of `" + callee + "` are " + sectile.ir.expr.Describe.attr(found.get())
                            + ", expected " + sectile.ir.expr.Describe.attr(new Attr.Items(expected)));
        }
    }
}

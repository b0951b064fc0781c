package sectile.ir.verify;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Assign;

/// Op calls against their rules, function calls against signatures, variables against their values.
final class Typed {
    private final Program program;
    private final Function function;
    private final Findings findings;

    Typed(Program program, Function function, Findings findings) {
        this.program = program;
        this.function = function;
        this.findings = findings;
    }

    void run() {
        Walk.each(function.body(), statement -> {
            boolean right = true;
            for (Expr expr : Walk.expressions(statement)) {
                right &= expression(expr);
            }
            if (statement instanceof Assign assign) {
                assign(assign, right);
            } else if (!right) {
                Walk.definitions(statement).forEach(findings::spoil);
            }
        });
    }

    /// Whether nothing in the expression is wrong.
    private boolean expression(Expr expr) {
        boolean[] right = {true};
        Walk.each(expr, e -> {
            // An operand that is wrong makes the call wrong without its doing.
            if (right[0] && !findings.isSpoiled(e)) {
                right[0] = switch (e) {
                    case OpCall call -> op(call);
                    case FunctionCall call -> call(call.callee(), call.args(), call.span());
                    case Submit submit -> call(submit.callee(), submit.args(), submit.span());
                    case Var _, Dim _, ConstInt _, ConstFloat _, ConstBool _, Absent _ -> true;
                    case Binary _, Unary _, Cast _, MakeTuple _, TupleGet _ -> true;
                };
            }
        });
        return right[0] && !findings.isSpoiled(expr);
    }

    private void assign(Assign assign, boolean right) {
        if (!right) {
            findings.spoil(assign.target());
        } else if (!fits(assign.target().type(), assign.value().type())) {
            findings.error(
                    LanguageCode.VALUE_DOES_NOT_FIT,
                    assign.span(),
                    "`" + assign.target().name() + "` is "
                            + Describe.type(assign.target().type()) + " but is assigned "
                            + Describe.type(assign.value().type()));
            findings.spoil(assign.target());
        }
    }

    private static boolean fits(Type target, Type value) {
        return target.join(value).filter(target::equals).isPresent();
    }

    private boolean op(OpCall call) {
        try {
            Type type = call.op().call(call.args(), call.attrs(), call.origin()).type();
            if (call.type().join(type).isPresent()) {
                return true;
            }
            findings.error(
                    LanguageCode.CALL_TYPE,
                    call.span(),
                    call.op().surface() + " returns " + Describe.type(type) + ", not " + Describe.type(call.type()));
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(findings::add);
        }
        return false;
    }

    private boolean call(String callee, List<Expr> args, Span span) {
        Optional<Function> target = program.find(callee);
        if (target.isEmpty()) {
            findings.error(
                    LanguageCode.UNKNOWN_FUNCTION,
                    span,
                    "the program has no function `" + callee + "`",
                    Nearest.hint(
                            callee,
                            program.functions().stream().map(Function::name).toList()));
            return false;
        }
        if (target.get().params().size() != args.size()) {
            findings.error(
                    LanguageCode.ARGUMENT_COUNT,
                    span,
                    "`" + callee + "` takes " + target.get().params().size() + " arguments, found " + args.size());
            return false;
        }
        boolean right = true;
        for (int i = 0; i < args.size(); i++) {
            Type expected = target.get().params().get(i).type();
            Type found = args.get(i).type();
            boolean integers = expected instanceof ScalarType a
                    && found instanceof ScalarType b
                    && a.dtype().isInteger()
                    && b.dtype().isInteger();
            if (!integers && expected.join(found).isEmpty()) {
                findings.error(
                        LanguageCode.ARGUMENT_DOES_NOT_FIT,
                        span,
                        "`" + target.get().params().get(i).name() + "` of `" + callee + "` is "
                                + Describe.type(expected) + ", found " + Describe.type(found));
                right = false;
            }
        }
        return right;
    }
}

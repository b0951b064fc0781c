package sectile.ir.verify;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.ir.Assign;
import sectile.ir.Describe;
import sectile.ir.Expr;
import sectile.ir.Function;
import sectile.ir.FunctionCall;
import sectile.ir.OpCall;
import sectile.ir.Program;
import sectile.ir.ScalarType;
import sectile.ir.Submit;
import sectile.ir.Type;
import sectile.ir.Walk;
import sectile.ir.text.TypeMerge;

/// Op calls against their rules, function calls against signatures, variables against their values.
final class Typed {
    private final Program program;
    private final Function function;
    private final Diagnostics diagnostics;

    Typed(Program program, Function function, Diagnostics diagnostics) {
        this.program = program;
        this.function = function;
        this.diagnostics = diagnostics;
    }

    void run() {
        Walk.eachExpression(function.body(), expr -> {
            switch (expr) {
                case OpCall call -> op(call);
                case FunctionCall call -> call(call.callee(), call.args(), call.span());
                case Submit submit -> call(submit.callee(), submit.args(), submit.span());
                default -> {}
            }
        });
        Walk.each(function.body(), statement -> {
            if (statement instanceof Assign assign
                    && !fits(assign.target().type(), assign.value().type())) {
                diagnostics.error(
                        "LANG-319",
                        assign.span(),
                        "`" + assign.target().name() + "` is "
                                + Describe.type(assign.target().type()) + " but is assigned "
                                + Describe.type(assign.value().type()));
            }
        });
    }

    private static boolean fits(Type target, Type value) {
        return TypeMerge.merge(target, value).filter(target::equals).isPresent();
    }

    private void op(OpCall call) {
        try {
            Type type = call.op().call(call.args(), call.attrs(), call.origin()).type();
            if (TypeMerge.merge(call.type(), type).isEmpty()) {
                diagnostics.error(
                        "LANG-604",
                        call.span(),
                        call.op().surface() + " gives " + Describe.type(type) + ", not " + Describe.type(call.type()));
            }
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(diagnostics::add);
        }
    }

    private void call(String callee, List<Expr> args, Span span) {
        Optional<Function> target = program.find(callee);
        if (target.isEmpty()) {
            diagnostics.error(
                    "LANG-215",
                    span,
                    "the program has no function `" + callee + "`",
                    Nearest.hint(
                            callee,
                            program.functions().stream().map(Function::name).toList()));
            return;
        }
        if (target.get().params().size() != args.size()) {
            diagnostics.error(
                    "LANG-301",
                    span,
                    "`" + callee + "` takes " + target.get().params().size() + " arguments, found " + args.size());
            return;
        }
        for (int i = 0; i < args.size(); i++) {
            Type expected = target.get().params().get(i).type();
            Type found = args.get(i).type();
            boolean integers = expected instanceof ScalarType a
                    && found instanceof ScalarType b
                    && a.dtype().isInteger()
                    && b.dtype().isInteger();
            if (!integers && TypeMerge.merge(expected, found).isEmpty()) {
                diagnostics.error(
                        "LANG-320",
                        span,
                        "`" + target.get().params().get(i).name() + "` of `" + callee + "` is "
                                + Describe.type(expected) + ", found " + Describe.type(found));
            }
        }
    }
}

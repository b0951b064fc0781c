package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.rewrite.FreshCopy;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;

/// A mixed kernel as three functions: one for the matrix core, one for the vector core, and under the name of the
/// kernel a group that starts both.
public final class Expansion {
    private Expansion() {}

    /// Empty if the kernel has a mistake, which is then reported.
    public static List<Function> of(Function kernel, Program program, Diagnostics diagnostics) {
        Hazards.check(kernel, program, diagnostics);
        if (diagnostics.hasErrors()) {
            return List.of();
        }
        try {
            Pipes pipes = Pipes.of(kernel);
            Function matrix = Half.of(kernel, Side.MATRIX, pipes);
            Function vector = Half.of(kernel, Side.VECTOR, pipes);
            checkScalars(matrix, Side.MATRIX);
            checkScalars(vector, Side.VECTOR);
            return List.of(matrix, vector, group(kernel, matrix.name(), vector.name()));
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(diagnostics::add);
            return List.of();
        }
    }

    /// Whether the kernel divides its work among vector cores by itself, and so is not divided here.
    public static boolean isDivided(Function kernel) {
        return Hazards.dividesItself(kernel);
    }

    private static void checkScalars(Function half, Side side) {
        Half.missing(half).ifPresent(variable -> {
            throw new DiagnosticException(Diagnostic.error(
                            CompilerCode.SCALAR_OF_OTHER_CORE,
                            variable.span(),
                            "`" + variable.name() + "` is computed on the "
                                    + side.other().word() + " core, but the " + side.word() + " core needs it")
                    .hint("compute it from scalars or tensors, which both cores can read"));
        });
    }

    private static Function group(Function kernel, String matrix, String vector) {
        Function signature = FreshCopy.of(kernel.withBody(Seq.EMPTY), new FreshNames());
        Origin origin = kernel.origin();
        List<Expr> args = new ArrayList<>();
        signature.params().stream().map(Param::variable).forEach(args::add);
        var names = FreshNames.of(signature);
        var steps = new ArrayList<Stmt>();
        steps.add(new Eval(new FunctionCall(matrix, args, Attrs.EMPTY, VoidType.INSTANCE, origin), origin));
        Type type = signature.resultType();
        var call = new FunctionCall(vector, args, Attrs.EMPTY, type, origin);
        if (signature.results().isEmpty()) {
            steps.add(new Eval(call, origin));
        } else {
            Var result = names.variable("result", type, origin);
            steps.add(new Assign(result, call, origin));
            List<Expr> values = new ArrayList<>();
            for (int i = 0; i < signature.results().size(); i++) {
                if (signature.results().size() == 1) {
                    values.add(result);
                } else {
                    Var element = names.variable("result", signature.results().get(i), origin);
                    steps.add(new Assign(element, new TupleGet(result, i, origin), origin));
                    values.add(element);
                }
            }
            steps.add(new Return(values, origin));
        }
        return signature.withKind(FunctionKind.GROUP).withPlace(null, null).withBody(Seq.of(steps, origin));
    }
}

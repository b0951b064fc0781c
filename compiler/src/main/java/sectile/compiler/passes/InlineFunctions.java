package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Cast;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshCopy;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.rewrite.Substitution;
import sectile.ir.rewrite.UseDef;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.FunctionKind;

/// Puts the bodies of inline functions in the place of their calls.
public final class InlineFunctions implements Pass {
    @Override
    public String summary() {
        return "Puts the bodies of inline functions in the place of their calls.";
    }

    @Override
    public Program run(Program program, PassContext context) {
        if (program.functions().stream().noneMatch(f -> f.kind() == FunctionKind.INLINE)) {
            return program;
        }
        check(program, context.diagnostics());
        if (context.diagnostics().hasErrors()) {
            return program;
        }
        return program.withFunctions(program.functions().stream()
                .filter(f -> f.kind() != FunctionKind.INLINE)
                .map(f -> new Inliner(program, FreshNames.of(f)).function(f))
                .toList());
    }

    private static boolean isInline(Program program, String callee) {
        return program.function(callee).kind() == FunctionKind.INLINE;
    }

    private static void check(Program program, Diagnostics diagnostics) {
        for (Function function : program.functions()) {
            Walk.eachExpression(function.body(), expr -> {
                if (expr instanceof Submit submit && isInline(program, submit.callee())) {
                    diagnostics.error(
                            CompilerCode.INLINE_SUBMITTED,
                            submit.span(),
                            "`" + submit.callee() + "` is an inline function and cannot be submitted",
                            "call it, or make it a kernel");
                }
            });
            if (function.kind() == FunctionKind.INLINE) {
                Walk.each(function.body(), statement -> {
                    if (statement instanceof For || statement instanceof While) {
                        Walk.each(statement, inner -> {
                            if (inner instanceof Return) {
                                diagnostics.error(
                                        CompilerCode.INLINE_RETURN_IN_LOOP,
                                        inner.span(),
                                        "the inline function `" + function.name() + "` returns from inside a loop",
                                        "leave the loop with `break` and return after it");
                            }
                        });
                    }
                });
            }
        }
    }

    private static final class Inliner extends Rewriter {
        private final Program program;
        private final FreshNames names;

        Inliner(Program program, FreshNames names) {
            this.program = program;
            this.names = names;
        }

        @Override
        public Stmt statement(Stmt statement) {
            Expr value = switch (statement) {
                case Assign assign -> assign.value();
                case Eval eval -> eval.value();
                case Yield _, Jump _, Seq _, If _, For _, While _, Scope _ -> null;
            };
            if (value instanceof FunctionCall call && isInline(program, call.callee()) && Flattener.isFlat(statement)) {
                return inlined(statement, call);
            }
            if (Walk.expressions(statement).stream().anyMatch(this::callsInline) && !Flattener.isFlat(statement)) {
                var steps = Seq.steps(new Flattener(names).flat(statement));
                return Seq.of(steps.stream().map(this::statement).toList(), statement.origin());
            }
            return descend(statement);
        }

        private boolean callsInline(Expr expr) {
            boolean[] found = {false};
            Walk.each(expr, e -> found[0] |= e instanceof FunctionCall call && isInline(program, call.callee()));
            return found[0];
        }

        private Stmt inlined(Stmt place, FunctionCall written) {
            FunctionCall call = (FunctionCall) descend(written);
            Function callee = FreshCopy.of(program.function(call.callee()), names);
            Set<Var> assigned = UseDef.of(callee.body()).defined();
            Map<Var, Expr> arguments = new HashMap<>();
            Map<String, Expr> extents = new HashMap<>();
            var steps = new ArrayList<Stmt>();
            for (int i = 0; i < callee.params().size(); i++) {
                Var param = callee.params().get(i).variable();
                Expr argument = call.args().get(i);
                bind(param.type(), argument.type(), extents);
                boolean converts =
                        param.type() instanceof ScalarType && !param.type().equals(argument.type());
                if (converts) {
                    DataType dtype = ((ScalarType) param.type()).dtype();
                    steps.add(new Assign(param, new Cast(argument, dtype, call.origin()), call.origin()));
                } else if (assigned.contains(param)) {
                    steps.add(new Assign(param, argument, call.origin()));
                } else {
                    arguments.put(param, argument);
                }
            }
            steps.addAll(Seq.steps(callee.body()));
            // The body may call other inline functions.
            Stmt body = statement(Substitution.of(arguments, extents).statement(Seq.of(steps, place.origin())));
            if (!(place instanceof Assign assign)) {
                return Returns.structured(body, ret -> Seq.EMPTY);
            }
            List<Stmt> all = Seq.steps(body);
            if (!all.isEmpty() && all.getLast() instanceof Return last && !Returns.inTheMiddle(body)) {
                var single = new ArrayList<>(all.subList(0, all.size() - 1));
                single.add(new Assign(target(assign.target(), result(last).type()), result(last), assign.origin()));
                return Seq.of(single, place.origin());
            }
            Var target = definition(assign.target());
            return Returns.structured(body, ret -> new Assign(target, result(ret), assign.origin()));
        }

        /// The callee's result may say its extents by names that only the callee knows.
        private Var target(Var target, Type found) {
            Var known = definition(target);
            boolean fits = known.type().join(found).filter(known.type()::equals).isPresent();
            boolean symbolic = known.type() instanceof Shaped shaped
                    && shaped.shape().stream().anyMatch(Dim.class::isInstance);
            if (fits && !symbolic) {
                return known;
            }
            Var retyped = known.withType(found);
            replace(target, retyped);
            return retyped;
        }

        private static Expr result(Return ret) {
            return ret.values().size() == 1 ? ret.values().getFirst() : new MakeTuple(ret.values(), ret.origin());
        }

        private static void bind(Type param, Type argument, Map<String, Expr> extents) {
            if (param instanceof Shaped wanted && argument instanceof Shaped found) {
                for (int i = 0; i < wanted.rank(); i++) {
                    if (wanted.shape().get(i) instanceof Dim dim) {
                        extents.put(dim.name(), found.shape().get(i));
                    }
                }
            }
        }
    }
}

package sectile.ir.rewrite;

import java.util.List;
import java.util.Objects;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// A statement with its parts rewritten, in the order of evaluation.
final class StatementParts {
    private StatementParts() {}

    static Stmt rewrite(Stmt statement, Rewriter in) {
        return switch (statement) {
            case Assign assign -> {
                Expr value = in.expression("value", assign.value());
                Var target = Objects.requireNonNull(in.definition("target", assign.target()));
                yield value == assign.value() && target == assign.target()
                        ? assign
                        : new Assign(target, value, assign.origin());
            }
            case Eval eval -> {
                Expr value = in.expression("value", eval.value());
                yield value == eval.value() ? eval : new Eval(value, eval.origin());
            }
            case Yield yield -> {
                List<Expr> values = in.each("values", yield.values(), in::expression);
                yield values == yield.values() ? yield : new Yield(values, yield.origin());
            }
            case Return ret -> {
                List<Expr> values = in.each("values", ret.values(), in::expression);
                yield values == ret.values() ? ret : new Return(values, ret.origin());
            }
            case Break jump -> jump;
            case Continue jump -> jump;
            case Seq seq -> {
                List<Stmt> steps = in.each("", seq.steps(), in::statement);
                yield steps == seq.steps() ? seq : Seq.of(steps, seq.origin());
            }
            case If branch -> branch(branch, in);
            case For loop -> loop(loop, in);
            case While loop -> loop(loop, in);
            case Scope scope -> scope(scope, in);
        };
    }

    private static If branch(If branch, Rewriter in) {
        Expr condition = in.expression("condition", branch.condition());
        Stmt then = in.statement("then", branch.then());
        Stmt otherwise = in.statement("otherwise", branch.otherwise());
        List<Var> results = in.each("results", branch.results(), in::definition);
        return condition == branch.condition()
                        && then == branch.then()
                        && otherwise == branch.otherwise()
                        && results == branch.results()
                ? branch
                : new If(condition, then, otherwise, results, branch.origin());
    }

    private static For loop(For loop, Rewriter in) {
        Expr start = in.expression("start", loop.start());
        Expr stop = in.expression("stop", loop.stop());
        Expr step = in.expression("step", loop.step());
        Attrs attrs = in.attributes("attrs", loop.attrs());
        List<IterArg> iterArgs = iterArgs(loop.iterArgs(), in);
        Var index = Objects.requireNonNull(in.definition("index", loop.index()));
        Stmt body = in.statement("body", loop.body());
        List<Var> results = in.each("results", loop.results(), in::definition);
        return start == loop.start()
                        && stop == loop.stop()
                        && step == loop.step()
                        && attrs == loop.attrs()
                        && iterArgs == loop.iterArgs()
                        && index == loop.index()
                        && body == loop.body()
                        && results == loop.results()
                ? loop
                : new For(loop.kind(), index, start, stop, step, iterArgs, body, results, attrs, loop.origin());
    }

    private static While loop(While loop, Rewriter in) {
        List<IterArg> iterArgs = iterArgs(loop.iterArgs(), in);
        Expr condition = in.expression("condition", loop.condition());
        Stmt body = in.statement("body", loop.body());
        List<Var> results = in.each("results", loop.results(), in::definition);
        return iterArgs == loop.iterArgs()
                        && condition == loop.condition()
                        && body == loop.body()
                        && results == loop.results()
                ? loop
                : new While(condition, iterArgs, body, results, loop.origin());
    }

    private static List<IterArg> iterArgs(List<IterArg> args, Rewriter in) {
        return in.each("iterArgs", args, arg -> {
            Expr init = in.expression("init", arg.init());
            Var variable = in.definition(arg.variable());
            return init == arg.init() && variable == arg.variable() ? arg : new IterArg(variable, init);
        });
    }

    private static Scope scope(Scope scope, Rewriter in) {
        Attrs attrs = in.attributes("attrs", scope.attrs());
        Var index = in.definition("index", scope.index());
        Var task = in.definition("task", scope.task());
        Stmt body = in.statement("body", scope.body());
        return attrs == scope.attrs() && index == scope.index() && task == scope.task() && body == scope.body()
                ? scope
                : new Scope(scope.kind(), index, task, attrs, body, scope.origin());
    }
}

package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.compiler.arith.Analyzer;
import sectile.ir.Walk;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
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
import sectile.ir.symbol.BinaryOp;

/// Simplifies a function from top to bottom, knowing at each point which loops and branches surround it.
final class SimplifyStatements extends Rewriter {
    private final Analyzer analyzer = new Analyzer();
    private final SimplifyScalars scalars = new SimplifyScalars(analyzer);
    private final Map<Var, Expr> copies = new HashMap<>();

    @Override
    public Expr expression(Expr expr) {
        return scalars.of(descend(expr));
    }

    @Override
    protected Expr use(Var variable) {
        Expr copy = copies.get(variable);
        return copy == null ? super.use(variable) : copy;
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case Assign assign -> assigned((Assign) descend(assign));
            case If branch -> branch(branch);
            case For loop -> loop(loop);
            case Eval _, Yield _, Return _, Break _, Continue _, Seq _, While _, Scope _ -> descend(statement);
        };
    }

    private Assign assigned(Assign assign) {
        Var target = assign.target();
        Expr value = assign.value();
        analyzer.define(target, value);
        if (target.type() instanceof ScalarType && target.type().equals(value.type())) {
            boolean simple = value instanceof Var
                    || value instanceof ConstInt
                    || value instanceof ConstFloat
                    || value instanceof ConstBool;
            if (simple) {
                copies.put(target, value);
            }
        }
        return assign;
    }

    private Stmt branch(If branch) {
        Expr condition = expression(branch.condition());
        if (condition instanceof ConstBool known) {
            Stmt chosen = statement(known.value() ? branch.then() : branch.otherwise());
            return Seq.of(handedOver(chosen, branch.results()), branch.origin());
        }
        Stmt then;
        try (Analyzer.Inside _ = analyzer.enter(condition, true)) {
            then = statement(branch.then());
        }
        Stmt otherwise;
        try (Analyzer.Inside _ = analyzer.enter(condition, false)) {
            otherwise = statement(branch.otherwise());
        }
        List<Var> results = branch.results().stream().map(this::definition).toList();
        return condition == branch.condition()
                        && then == branch.then()
                        && otherwise == branch.otherwise()
                        && results.equals(branch.results())
                ? branch
                : new If(condition, then, otherwise, results, branch.origin());
    }

    private Stmt loop(For loop) {
        Expr start = expression(loop.start());
        Expr stop = expression(loop.stop());
        Expr step = expression(loop.step());
        Attrs attrs = attributes(loop.attrs());
        List<IterArg> iterArgs = loop.iterArgs().stream()
                .map(a -> new IterArg(a.variable(), expression(a.init())))
                .toList();
        if (step instanceof ConstInt by && by.value() > 0 && !jumps(loop.body())) {
            if (analyzer.isAtMost(stop, start)) {
                return Seq.of(assignments(
                        loop.results(), iterArgs.stream().map(IterArg::init).toList()));
            }
            Expr next = Binary.of(BinaryOp.ADD, start, by, loop.origin());
            if (analyzer.isLess(start, stop) && analyzer.isLess(start, next) && analyzer.isAtMost(stop, next)) {
                return once(loop, start, iterArgs);
            }
        }
        List<IterArg> defined = iterArgs.stream()
                .map(a -> new IterArg(definition(a.variable()), a.init()))
                .toList();
        Var index = definition(loop.index());
        For head =
                new For(loop.kind(), index, start, stop, step, defined, loop.body(), List.of(), attrs, loop.origin());
        Stmt body;
        try (Analyzer.Inside _ = analyzer.enter(head)) {
            body = statement(loop.body());
        }
        List<Var> results = loop.results().stream().map(this::definition).toList();
        return new For(loop.kind(), index, start, stop, step, defined, body, results, attrs, loop.origin());
    }

    /// Whether a loop is left or continued early by a statement of its own.
    private static boolean jumps(Stmt body) {
        boolean[] found = {false};
        Walk.each(body, s -> found[0] |= s instanceof Break || s instanceof Continue);
        return found[0];
    }

    private Stmt once(For loop, Expr start, List<IterArg> iterArgs) {
        var steps = new ArrayList<Stmt>();
        Var index = definition(loop.index());
        steps.add(assigned(new Assign(index, start, loop.origin())));
        List<Var> carried = iterArgs.stream().map(a -> a.variable()).toList();
        steps.addAll(assignments(carried, iterArgs.stream().map(IterArg::init).toList()));
        steps.addAll(handedOver(statement(loop.body()), loop.results()));
        return Seq.of(steps, loop.origin());
    }

    /// The steps with the final yield as assignments to the results.
    private List<Stmt> handedOver(Stmt body, List<Var> results) {
        List<Stmt> steps = new ArrayList<>(Seq.steps(body));
        Optional<Yield> last =
                steps.isEmpty() || !(steps.getLast() instanceof Yield yield) ? Optional.empty() : Optional.of(yield);
        if (last.isPresent()) {
            steps.removeLast();
            steps.addAll(assignments(results, last.get().values()));
        }
        return steps;
    }

    private List<Stmt> assignments(List<Var> targets, List<Expr> values) {
        var steps = new ArrayList<Stmt>();
        for (int i = 0; i < targets.size(); i++) {
            steps.add(assigned(new Assign(
                    definition(targets.get(i)), values.get(i), values.get(i).origin())));
        }
        return steps;
    }
}

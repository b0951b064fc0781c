package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
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
import sectile.ir.symbol.DataType;

/// Statements as text.
final class StatementPrinter {
    private final StringBuilder text;
    private final Naming naming;
    private final ExpressionPrinter expressions;
    private final TypePrinter types;

    StatementPrinter(StringBuilder text, Naming naming, ExpressionPrinter expressions, TypePrinter types) {
        this.text = text;
        this.naming = naming;
        this.expressions = expressions;
        this.types = types;
    }

    void body(Stmt body, int depth) {
        List<Stmt> steps = Seq.steps(body);
        if (steps.isEmpty()) {
            line(depth, "pass");
        }
        steps.forEach(s -> statement(s, depth));
    }

    private void line(int depth, String content) {
        text.repeat("    ", depth).append(content).append('\n');
    }

    private void statement(Stmt statement, int depth) {
        switch (statement) {
            case Assign assign -> assign(assign, depth);
            case Eval eval -> line(depth, expressions.print(eval.value()));
            case Yield yield -> line(depth, "pl.yield_(" + values(yield.values()) + ")");
            case Return ret -> line(depth, ret.values().isEmpty() ? "return" : "return " + values(ret.values()));
            case Break b -> line(depth, "break");
            case Continue c -> line(depth, "continue");
            case Seq seq -> seq.steps().forEach(s -> statement(s, depth));
            case If branch -> branch(branch, depth);
            case For loop -> loop(loop, depth);
            case While loop -> whileLoop(loop, depth);
            case Scope scope -> scope(scope, depth);
        }
    }

    private void assign(Assign assign, int depth) {
        Var target = assign.target();
        boolean first = !naming.isKnown(target);
        DataType literal = target.type() instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
        // The value first: it may not use the name that is about to be given.
        String value = expressions.print(assign.value(), literal);
        String annotation = types.print(target.type());
        boolean annotate = first || !assign.value().type().equals(target.type());
        line(depth, naming.of(target) + (annotate ? ": " + annotation : "") + " = " + value);
    }

    private String values(List<Expr> values) {
        return values.stream().map(expressions::print).collect(Collectors.joining(", "));
    }

    /// The body, with its last yield giving the results their names.
    private void yielding(Stmt body, List<Var> results, List<Type> defaults, int depth) {
        List<Stmt> steps = Seq.steps(body);
        for (int i = 0; i + 1 < steps.size(); i++) {
            statement(steps.get(i), depth);
        }
        if (!(steps.getLast() instanceof Yield yield)) {
            throw new IllegalArgumentException("a body with results ends with a yield");
        }
        String values = values(yield.values());
        List<Type> resultTypes = results.stream().map(Var::type).toList();
        String typed = resultTypes.equals(defaults)
                ? ""
                : ", types=[" + resultTypes.stream().map(types::print).collect(Collectors.joining(", ")) + "]";
        String names = results.stream().map(naming::of).collect(Collectors.joining(", "));
        line(
                depth,
                (results.isEmpty() ? "" : names + " = ") + "pl.yield_(" + values + (results.isEmpty() ? "" : typed)
                        + ")");
    }

    private void branch(If branch, int depth) {
        line(depth, "if " + expressions.explicit(branch.condition()) + ":");
        if (branch.results().isEmpty()) {
            body(branch.then(), depth + 1);
            if (branch.hasElse()) {
                line(depth, "else:");
                body(branch.otherwise(), depth + 1);
            }
            return;
        }
        Yield then = (Yield) Seq.steps(branch.then()).getLast();
        List<Type> defaults = then.values().stream().map(Expr::type).toList();
        yielding(branch.then(), branch.results(), defaults, depth + 1);
        line(depth, "else:");
        yielding(
                branch.otherwise(),
                branch.results(),
                branch.results().stream().map(Var::type).toList(),
                depth + 1);
    }

    private void loop(For loop, int depth) {
        var parts = new ArrayList<String>();
        boolean fromZero =
                loop.start() instanceof ConstInt start && start.value() == 0 && start.dtype() == DataType.INDEX;
        boolean byOne = loop.step() instanceof ConstInt step && step.value() == 1 && step.dtype() == DataType.INDEX;
        if (!fromZero || !byOne) {
            parts.add(expressions.print(loop.start()));
        }
        parts.add(expressions.print(loop.stop()));
        if (!byOne) {
            parts.add(expressions.print(loop.step()));
        }
        carried(loop.iterArgs(), parts);
        expressions.keywords(loop.attrs(), parts);
        String target = naming.of(loop.index()) + (loop.iterArgs().isEmpty() ? "" : ", " + tuple(loop.iterArgs()));
        line(depth, "for " + target + " in pl." + loop.kind().surfaceName() + "(" + String.join(", ", parts) + "):");
        loopBody(loop.iterArgs(), loop.body(), loop.results(), depth);
    }

    private void loopBody(List<IterArg> iterArgs, Stmt body, List<Var> results, int depth) {
        if (iterArgs.isEmpty()) {
            body(body, depth + 1);
        } else {
            yielding(
                    body,
                    results,
                    iterArgs.stream().map(a -> a.variable().type()).toList(),
                    depth + 1);
        }
    }

    private String tuple(List<IterArg> iterArgs) {
        String names = iterArgs.stream().map(a -> naming.of(a.variable())).collect(Collectors.joining(", "));
        return "(" + names + (iterArgs.size() == 1 ? ",)" : ")");
    }

    private void carried(List<IterArg> iterArgs, List<String> parts) {
        if (iterArgs.isEmpty()) {
            return;
        }
        parts.add("init_values=["
                + iterArgs.stream().map(a -> expressions.print(a.init())).collect(Collectors.joining(", ")) + "]");
        if (iterArgs.stream().anyMatch(a -> !a.variable().type().equals(a.init().type()))) {
            parts.add("init_types=["
                    + iterArgs.stream()
                            .map(a -> types.print(a.variable().type()))
                            .collect(Collectors.joining(", ")) + "]");
        }
    }

    private void whileLoop(While loop, int depth) {
        if (loop.iterArgs().isEmpty()) {
            line(depth, "while " + expressions.print(loop.condition(), DataType.BOOL) + ":");
            body(loop.body(), depth + 1);
            return;
        }
        var parts = new ArrayList<String>();
        carried(loop.iterArgs(), parts);
        line(depth, "for " + tuple(loop.iterArgs()) + " in pl.while_(" + String.join(", ", parts) + "):");
        line(depth + 1, "pl.cond(" + expressions.print(loop.condition(), DataType.BOOL) + ")");
        loopBody(loop.iterArgs(), loop.body(), loop.results(), depth);
    }

    private void scope(Scope scope, int depth) {
        Attrs attrs = scope.attrs();
        boolean manual = attrs.find("manual").equals(Optional.of(new Attr.Bool(true)));
        String name = switch (scope.kind()) {
            case IN_CORE, HIERARCHY -> "pl.at";
            case CLUSTER -> "pl.cluster";
            case SPMD -> "pl.spmd";
            case SPLIT_AIV -> "pl.split_aiv";
            case RUNTIME -> manual ? "pl.manual_scope" : "pl.scope";
            case COMM_DOMAIN -> "pld.comm_domain";
        };
        var parts = new ArrayList<String>();
        expressions.keywords(manual ? attrs.without("manual") : attrs, parts);
        String call = name + "(" + String.join(", ", parts) + ")";
        if (scope.index() != null) {
            line(depth, "for " + naming.of(scope.index()) + " in " + call + ":");
        } else {
            line(depth, "with " + call + (scope.task() == null ? "" : " as " + naming.of(scope.task())) + ":");
        }
        body(scope.body(), depth + 1);
    }
}

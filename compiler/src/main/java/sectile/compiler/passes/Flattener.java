package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.rewrite.Substitution;
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
import sectile.ir.symbol.DataType;

/// Takes calls out of expressions: each becomes an assignment of its own, in the order of evaluation. The right side of
/// `and` and `or` is still evaluated only when the left one asks for it, the condition of a loop before every round.
final class Flattener extends Rewriter {
    private final FreshNames names;
    private List<Stmt> before = new ArrayList<>();

    Flattener(FreshNames names) {
        this.names = names;
    }

    /// Whether an expression is or holds a call.
    static boolean calls(Expr expr) {
        boolean[] found = {false};
        Walk.each(expr, e -> found[0] |= isCall(e));
        return found[0];
    }

    private static boolean isCall(Expr expr) {
        return expr instanceof Call || expr instanceof Submit;
    }

    /// Whether a statement has calls in places where there should be none.
    static boolean isFlat(Stmt statement) {
        return Walk.expressions(statement).stream().allMatch(e -> {
            boolean whole = statement instanceof Assign || statement instanceof Eval;
            return (whole && isCall(e)) ? Walk.children(e).stream().noneMatch(Flattener::calls) : !calls(e);
        });
    }

    /// The statement with the calls of its own expressions taken out; statements inside it are left alone.
    Stmt flat(Stmt statement) {
        if (isFlat(statement)) {
            return statement;
        }
        if (statement instanceof While loop && calls(loop.condition()) && Jumps.in(loop.body())) {
            // A `continue` must not skip the condition at the end of the body.
            var steps = new ArrayList<Stmt>();
            Seq.steps(new Jumps(names).structured(loop)).forEach(s -> steps.add(flat(s)));
            return Seq.of(steps, loop.origin());
        }
        before = new ArrayList<>();
        Stmt last = switch (statement) {
            case Assign assign -> assign.withValue(step(assign.value()));
            case Eval eval -> new Eval(step(eval.value()), eval.origin());
            case Yield yield -> new Yield(values(yield.values()), yield.origin());
            case Return ret -> new Return(values(ret.values()), ret.origin());
            case If branch -> branch.withCondition(expression(branch.condition()));
            case For loop ->
                loop.withBounds(expression(loop.start()), expression(loop.stop()), expression(loop.step()))
                        .carrying(inits(loop.iterArgs()), loop.results())
                        .withAttrs(attributes(loop.attrs()));
            case While loop -> loop(loop.carrying(inits(loop.iterArgs()), loop.results()));
            case Scope scope -> scope.withAttrs(attributes(scope.attrs()));
            case Seq _, Break _, Continue _ -> statement;
        };
        before.add(last);
        return Seq.of(before, statement.origin());
    }

    private List<Expr> values(List<Expr> values) {
        return values.stream().map(this::expression).toList();
    }

    private List<IterArg> inits(List<IterArg> args) {
        return args.stream()
                .map(a -> new IterArg(a.variable(), expression(a.init())))
                .toList();
    }

    /// The condition is computed before the loop and at the end of its body.
    private Stmt loop(While loop) {
        if (!calls(loop.condition())) {
            return loop;
        }
        Origin origin = loop.condition().origin();
        Var again = names.variable("again", ScalarType.of(DataType.BOOL), origin);
        var first = new java.util.HashMap<Var, Expr>();
        loop.iterArgs().forEach(a -> first.put(a.variable(), a.init()));
        Expr condition = Substitution.of(first).expression(loop.condition());
        before.add(new Assign(again, expression(condition), origin));
        List<Stmt> outer = before;
        before = new ArrayList<>(Seq.steps(loop.body()));
        var next = new java.util.HashMap<Var, Expr>();
        Yield yield = null;
        if (!before.isEmpty() && before.getLast() instanceof Yield last) {
            before.removeLast();
            yield = last;
            for (int i = 0; i < loop.iterArgs().size(); i++) {
                next.put(loop.iterArgs().get(i).variable(), named(yield.values().get(i)));
            }
        }
        before.add(
                new Assign(again, expression(Substitution.of(Map.copyOf(next)).expression(loop.condition())), origin));
        if (yield != null) {
            before.add(new Yield(
                    loop.iterArgs().stream()
                            .map(a -> next.getOrDefault(a.variable(), a.variable()))
                            .toList(),
                    yield.origin()));
        }
        Stmt body = Seq.of(before, loop.body().origin());
        before = outer;
        return new While(again, loop.iterArgs(), body, loop.results(), loop.origin());
    }

    private Expr named(Expr value) {
        if (value instanceof Var) {
            return value;
        }
        Var variable = names.variable("next", value.type(), value.origin());
        before.add(new Assign(variable, value, value.origin()));
        return variable;
    }

    /// A call of values that are none, or a value.
    private Expr step(Expr expr) {
        return isCall(expr) ? descend(expr) : expression(expr);
    }

    @Override
    public Expr expression(Expr expr) {
        if (!calls(expr)) {
            return expr;
        }
        if (expr instanceof Binary binary
                && (binary.op() == BinaryOp.AND || binary.op() == BinaryOp.OR)
                && calls(binary.rhs())) {
            return choice(binary);
        }
        Expr flat = descend(expr);
        if (!isCall(flat)) {
            return flat;
        }
        Var variable = names.variable(stem(flat), flat.type(), flat.origin());
        before.add(new Assign(variable, flat, flat.origin()));
        return variable;
    }

    private Expr choice(Binary binary) {
        Expr condition = expression(binary.lhs());
        List<Stmt> outer = before;
        before = new ArrayList<>();
        Origin origin = binary.origin();
        before.add(new Yield(List.of(expression(binary.rhs())), origin));
        Stmt asked = Seq.of(before, origin);
        before = outer;
        Stmt known = new Yield(List.of(new ConstBool(binary.op() == BinaryOp.OR, origin)), origin);
        Var result = names.variable("both", binary.type(), origin);
        boolean and = binary.op() == BinaryOp.AND;
        before.add(new If(condition, and ? asked : known, and ? known : asked, List.of(result), origin));
        return result;
    }

    private static String stem(Expr call) {
        return switch (call) {
            case FunctionCall function -> function.callee();
            case Submit submit -> submit.callee();
            case OpCall op -> op.op().simpleName();
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _ ->
                throw new IllegalArgumentException(call + " is not a call");
        };
    }
}

package sectile.compiler.flow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Call;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.rewrite.Writes;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Stmt;

/// An order of the results of a function: those that are parameters first, as the parameters come, then the others.
public final class ReturnOrder {
    private final String function;
    /// For each place of the new order, the place in the old one.
    private final List<Integer> order;

    ReturnOrder(String function, List<Integer> order) {
        this.function = function;
        this.order = List.copyOf(order);
    }

    /// Empty if there is none: a result is not a parameter, two results are the same one, or a parameter that is
    /// written before a returned one is not returned.
    public static Optional<ReturnOrder> of(Function function, Program program) {
        Writes writes = Writes.of(function, program::find);
        List<Param> written = function.params().stream()
                .filter(p -> p.direction().writes() && p.type() instanceof Shaped)
                .toList();
        var found = new ArrayList<List<Integer>>();
        Walk.each(function.body(), statement -> {
            if (statement instanceof Return ret) {
                found.add(places(ret, writes, written));
            }
        });
        if (found.stream().distinct().count() > 1) {
            return Optional.empty();
        }
        List<Integer> places = found.isEmpty() ? List.of() : found.getFirst();
        return order(function, places);
    }

    /// For each result the number of the written parameter that it is; −1 for a scalar, the number of parameters for
    /// memory that is none of them.
    private static List<Integer> places(Return ret, Writes writes, List<Param> written) {
        var places = new ArrayList<Integer>();
        for (int i = 0; i < ret.values().size(); i++) {
            if (!(ret.values().get(i).type() instanceof Shaped)) {
                places.add(-1);
            } else {
                int place = writes.returned(ret, i).map(written::indexOf).orElse(-1);
                places.add(place < 0 ? written.size() : place);
            }
        }
        return places;
    }

    private static Optional<ReturnOrder> order(Function function, List<Integer> places) {
        int shaped = (int) places.stream().filter(p -> p >= 0).count();
        var order = new ArrayList<Integer>();
        for (int place = 0; place < shaped; place++) {
            int at = places.indexOf(place);
            if (at < 0 || places.lastIndexOf(place) != at) {
                return Optional.empty();
            }
            order.add(at);
        }
        IntStream.range(0, places.size()).filter(i -> places.get(i) < 0).forEach(order::add);
        return Optional.of(new ReturnOrder(function.name(), order));
    }

    public boolean isIdentity() {
        return IntStream.range(0, order.size()).allMatch(i -> order.get(i) == i);
    }

    private boolean isCall(Expr expr) {
        return (expr instanceof FunctionCall call && call.callee().equals(function))
                || (expr instanceof Submit submit && submit.callee().equals(function));
    }

    /// Whether all callers take the results apart; a tuple that is handed on as a whole could not follow.
    public boolean isTakenApart(Program program) {
        for (Function caller : program.functions()) {
            Set<Var> tuples = tuples(caller);
            int[] uses = {0};
            int[] elements = {0};
            Walk.eachExpression(caller.body(), expr -> {
                if (expr instanceof Var variable && tuples.contains(variable)) {
                    uses[0]++;
                } else if (expr instanceof TupleGet get
                        && get.tuple() instanceof Var variable
                        && tuples.contains(variable)) {
                    elements[0]++;
                }
            });
            if (uses[0] != elements[0]) {
                return false;
            }
        }
        return true;
    }

    private Set<Var> tuples(Function caller) {
        Set<Var> found = new HashSet<>();
        Walk.each(caller.body(), s -> {
            if (s instanceof Assign assign && isCall(assign.value())) {
                found.add(assign.target());
            }
        });
        return found;
    }

    /// The program with the results in this order, in the function and at its callers.
    public Program applied(Program program) {
        List<Function> functions = new ArrayList<>();
        for (Function each : program.functions()) {
            Function changed = new Callers(tuples(each)).function(each);
            functions.add(each.name().equals(function) ? reordered(changed) : changed);
        }
        return program.withFunctions(functions);
    }

    private <T> List<T> permuted(List<T> items) {
        var result = new ArrayList<T>(order.stream().map(items::get).toList());
        result.addAll(items.subList(order.size(), items.size()));
        return result;
    }

    private Function reordered(Function target) {
        Rewriter returns = new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                return statement instanceof Return ret
                        ? new Return(permuted(ret.values()), ret.origin())
                        : descend(statement);
            }
        };
        return target.withResults(permuted(target.results())).withBody(returns.statement(target.body()));
    }

    /// Follows the order where the function is called.
    private final class Callers extends Rewriter {
        private final Set<Var> tuples;

        Callers(Set<Var> tuples) {
            this.tuples = tuples;
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (statement instanceof Assign assign && tuples.contains(assign.target())) {
                replace(
                        assign.target(),
                        assign.target().withType(tuple(assign.target().type())));
            }
            return descend(statement);
        }

        private Type tuple(Type type) {
            return type instanceof TupleType tuple ? new TupleType(permuted(tuple.elements())) : type;
        }

        @Override
        public Expr expression(Expr expr) {
            if (expr instanceof TupleGet get
                    && (isCall(get.tuple()) || (get.tuple() instanceof Var v && tuples.contains(v)))) {
                int index = get.index() < order.size() ? order.indexOf(get.index()) : get.index();
                return new TupleGet(expression(get.tuple()), index, get.origin());
            }
            Expr changed = descend(expr);
            return switch (changed) {
                case FunctionCall call when isCall(call) -> call.withType(tuple(call.type()));
                case Submit submit when isCall(submit) -> submit.withType(tuple(submit.type()));
                case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ ->
                    changed;
            };
        }
    }
}

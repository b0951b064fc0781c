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
    /// For each result, where it goes.
    private final List<Integer> targets;

    /// An order that nobody has checked; see [#isPermutation].
    ReturnOrder(String function, List<Integer> targets) {
        this.function = function;
        this.targets = List.copyOf(targets);
    }

    /// Empty if there is none: a result is not a parameter, two results are the same one, or a parameter that is
    /// written before a returned one is not returned.
    public static Optional<ReturnOrder> of(Function function, Program program) {
        return targets(function, program)
                .filter(ReturnOrder::isPermutation)
                .map(targets -> new ReturnOrder(function.name(), targets));
    }

    /// Whether every place is taken by exactly one result: none is out of range, taken twice, or left empty.
    static boolean isPermutation(List<Integer> targets) {
        return Set.copyOf(targets).size() == targets.size()
                && targets.stream().allMatch(t -> t >= 0 && t < targets.size());
    }

    /// Where each result of a function wants to go: memory of a written parameter to the number of that parameter,
    /// memory of any other behind the last of them, and scalars behind all memory. Empty if its returns differ.
    static Optional<List<Integer>> targets(Function function, Program program) {
        Writes writes = Writes.of(function, program::find);
        List<Param> written = function.params().stream()
                .filter(p -> p.direction().writes() && p.type() instanceof Shaped)
                .toList();
        var found = new ArrayList<List<Integer>>();
        Walk.each(function.body(), statement -> {
            if (statement instanceof Return ret) {
                found.add(targets(ret, writes, written));
            }
        });
        if (found.stream().distinct().count() > 1) {
            return Optional.empty();
        }
        return Optional.of(found.isEmpty() ? List.of() : found.getFirst());
    }

    private static List<Integer> targets(Return ret, Writes writes, List<Param> written) {
        int scalar = (int)
                ret.values().stream().filter(v -> v.type() instanceof Shaped).count();
        var targets = new ArrayList<Integer>();
        for (int i = 0; i < ret.values().size(); i++) {
            if (ret.values().get(i).type() instanceof Shaped) {
                int place = writes.returned(ret, i).map(written::indexOf).orElse(-1);
                targets.add(place < 0 ? written.size() : place);
            } else {
                targets.add(scalar++);
            }
        }
        return targets;
    }

    public boolean isIdentity() {
        return IntStream.range(0, targets.size()).allMatch(i -> targets.get(i) == i);
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

    /// What follows the results, such as the id of a submitted task, stays where it is.
    private <T> List<T> permuted(List<T> items) {
        var result = new ArrayList<T>(items);
        for (int i = 0; i < targets.size(); i++) {
            result.set(targets.get(i), items.get(i));
        }
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
                int index = get.index() < targets.size() ? targets.get(get.index()) : get.index();
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

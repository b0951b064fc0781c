package sectile.ir.build;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;

/// A loop with a condition; [#body] adds it.
public final class WhileBuilder {
    private final Control function;
    private final Origin origin;
    private final Carried carried;
    private @Nullable Expr condition;

    WhileBuilder(Control function) {
        this.function = function;
        this.origin = function.origin();
        this.carried = new Carried(function, origin);
    }

    /// A value that each round hands to the next, and what it is at first.
    public WhileBuilder carry(String name, Object first) {
        carried.add(name, first);
        return this;
    }

    /// With a type of its own.
    public WhileBuilder carry(String name, Type type, Object first) {
        carried.add(name, type, first);
        return this;
    }

    /// The names of the carried values after the loop.
    public WhileBuilder into(String... names) {
        carried.into(List.of(names));
        return this;
    }

    /// Said after everything that is carried.
    public WhileBuilder condition(Function<List<Var>, ?> test) {
        condition = Control.test(test.apply(carried.variables()), origin);
        return this;
    }

    /// Adds the loop; the variables that [#into] named.
    public List<Var> body(Consumer<List<Var>> body) {
        if (condition == null) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.WHILE_CONDITION,
                    "this loop has no condition",
                    "call condition before body");
        }
        Stmt inside = function.inside(() -> body.accept(carried.variables()));
        List<Var> results = carried.results(inside);
        function.emit(new While(condition, carried.args(), inside, results, origin));
        return results;
    }
}

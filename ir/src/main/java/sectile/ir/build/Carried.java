package sectile.ir.build;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.python.problem.SyntaxCode;

/// The values a loop carries and the names they have after it.
final class Carried {
    private final Statements function;
    private final Origin origin;
    private final List<IterArg> args = new ArrayList<>();
    private List<String> names = List.of();

    Carried(Statements function, Origin origin) {
        this.function = function;
        this.origin = origin;
    }

    void add(String name, Object first) {
        Expr init = Values.expr(first, DataType.INDEX, origin);
        args.add(new IterArg(function.variable(name, init.type(), origin), init));
    }

    void add(String name, Type type, Object first) {
        DataType literal = type instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
        Expr init = Values.expr(first, literal, origin);
        if (type.join(init.type()).isEmpty()) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.VALUE_DOES_NOT_FIT,
                    "`" + name + "` is " + Describe.type(type) + " but begins as " + Describe.type(init.type()));
        }
        args.add(new IterArg(function.variable(name, type, origin), init));
    }

    void into(List<String> results) {
        names = List.copyOf(results);
    }

    List<IterArg> args() {
        return args;
    }

    List<Var> variables() {
        return args.stream().map(IterArg::variable).toList();
    }

    /// The variables after the loop, once its body is known to yield what it carries.
    List<Var> results(Stmt body) {
        if (!names.isEmpty() && names.size() != args.size()) {
            throw Mistake.at(
                    origin.span(),
                    SyntaxCode.COUNTS_DIFFER,
                    names.size() + " names for " + args.size() + " carried values");
        }
        if (args.isEmpty()) {
            return List.of();
        }
        List<Type> yielded = Control.yielded(body, args.size(), origin);
        for (int i = 0; i < args.size(); i++) {
            Type type = args.get(i).variable().type();
            if (type.join(yielded.get(i)).isEmpty()) {
                throw Mistake.at(
                        origin.span(),
                        LanguageCode.CARRIED_TYPE_CHANGES,
                        "`" + args.get(i).variable().name() + "` is carried as " + Describe.type(type)
                                + " but a round yields " + Describe.type(yielded.get(i)));
            }
        }
        var results = new ArrayList<Var>();
        for (int i = 0; i < names.size(); i++) {
            results.add(function.variable(names.get(i), args.get(i).variable().type(), origin));
        }
        return results;
    }
}

package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;

/// Which statements of a body define a variable, and which use it, in program order. A use in a type or an attribute
/// is a use. A statement is listed for its own expressions, not for those of statements inside it.
public final class UseDef {
    private final Map<Var, List<Stmt>> definitions = new LinkedHashMap<>();
    private final Map<Var, List<Stmt>> uses = new LinkedHashMap<>();

    private UseDef() {}

    public static UseDef of(Stmt body) {
        var found = new UseDef();
        Walk.each(body, statement -> {
            List<Var> defined = Walk.definitions(statement);
            Stream<Expr> inTypes = defined.stream().flatMap(v -> Walk.expressions(v.type()).stream());
            Stream.concat(Walk.expressions(statement).stream(), inTypes)
                    .flatMap(e -> FreeVariables.of(e).stream())
                    .distinct()
                    .forEach(v -> add(found.uses, v, statement));
            defined.forEach(v -> add(found.definitions, v, statement));
        });
        return found;
    }

    private static void add(Map<Var, List<Stmt>> to, Var variable, Stmt statement) {
        to.computeIfAbsent(variable, v -> new ArrayList<>()).add(statement);
    }

    /// The variables that the body defines.
    public Set<Var> defined() {
        return definitions.keySet();
    }

    public List<Stmt> definitions(Var variable) {
        return List.copyOf(definitions.getOrDefault(variable, List.of()));
    }

    public List<Stmt> uses(Var variable) {
        return List.copyOf(uses.getOrDefault(variable, List.of()));
    }
}

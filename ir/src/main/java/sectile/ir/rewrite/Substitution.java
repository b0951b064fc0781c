package sectile.ir.rewrite;

import java.util.HashMap;
import java.util.Map;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;

/// Replaces variables and symbolic extents by expressions, in operands, types and attributes alike.
///
/// ```java
/// Stmt body = Substitution.of(Map.of(loop.index(), ConstInt.index(3))).statement(loop.body());
/// ```
///
/// Replacements are not rewritten again. Only uses are replaced: a variable that the rewritten part defines cannot be.
/// Variables are identities, so a replacement is never captured by a definition of the same name; but if the part
/// assigns a variable that a replacement uses, the replacement reads the assigned value. [FreshCopy] separates them.
public final class Substitution extends Rewriter {
    private final Map<Var, Expr> variables;
    private final Map<String, Expr> extents;

    private Substitution(Map<Var, ? extends Expr> variables, Map<String, ? extends Expr> extents) {
        this.variables = new HashMap<>(variables);
        this.extents = new HashMap<>(extents);
        variables.forEach(Substitution::check);
    }

    public static Substitution of(Map<Var, ? extends Expr> variables) {
        return new Substitution(variables, Map.of());
    }

    /// With the values of symbolic extents, such as `M` of `pl.dynamic("M")`, by name.
    public static Substitution of(Map<Var, ? extends Expr> variables, Map<String, ? extends Expr> extents) {
        return new Substitution(variables, extents);
    }

    private static void check(Var variable, Expr replacement) {
        boolean scalar = variable.type() instanceof ScalarType || replacement.type() instanceof ScalarType;
        if (scalar && !variable.type().equals(replacement.type())) {
            throw new IllegalArgumentException("`" + variable + "` is " + Describe.type(variable.type())
                    + " and cannot be replaced by " + Describe.type(replacement.type()));
        }
    }

    @Override
    public Expr expression(Expr expr) {
        if (expr instanceof Dim dim) {
            Expr extent = extents.get(dim.name());
            return extent == null ? dim : extent;
        }
        return descend(expr);
    }

    @Override
    protected Expr use(Var variable) {
        Expr replacement = variables.get(variable);
        return replacement == null ? super.use(variable) : replacement;
    }

    @Override
    protected Var define(Var variable) {
        if (variables.containsKey(variable)) {
            throw new IllegalArgumentException("`" + variable + "` is assigned where it should be replaced");
        }
        return super.define(variable);
    }
}

package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;

/// Copies a program with changes. A subclass overrides the method of each kind of node it changes and calls a
/// `descend` method for the rest: first, to see a node whose parts are already rewritten (bottom-up), or last, to
/// rewrite the parts of what it returns (top-down).
///
/// Parts are visited in the order in which a program evaluates them, so a subclass may keep what it knows at the
/// current point in fields. A node none of whose parts changed is returned as it is. A statement may become several
/// ([sectile.ir.stmt.Seq#of]) or none ([sectile.ir.stmt.Seq#EMPTY]). Rewritten nodes keep their origin.
///
/// A variable whose type changes becomes a new variable at its first definition, and uses follow. So everything that
/// sees the variable must be rewritten by the same rewriter.
public abstract class Rewriter {
    private final Map<Var, Var> variables = new HashMap<>();

    /// Applies the rules to every expression and statement after its parts were rewritten.
    public static Rewriter bottomUp(UnaryOperator<Expr> expressions, UnaryOperator<Stmt> statements) {
        return new Rewriter() {
            @Override
            public Expr expression(Expr expr) {
                return expressions.apply(descend(expr));
            }

            @Override
            public Stmt statement(Stmt statement) {
                return statements.apply(descend(statement));
            }
        };
    }

    /// Applies the rules to every expression and statement, then rewrites the parts of the result.
    public static Rewriter topDown(UnaryOperator<Expr> expressions, UnaryOperator<Stmt> statements) {
        return new Rewriter() {
            @Override
            public Expr expression(Expr expr) {
                return descend(expressions.apply(expr));
            }

            @Override
            public Stmt statement(Stmt statement) {
                return descend(statements.apply(statement));
            }
        };
    }

    public Program program(Program program) {
        var functions = new ArrayList<Function>();
        boolean same = true;
        for (Function function : program.functions()) {
            enter("functions[" + function.name() + "]");
            Function copy = function(function);
            leave();
            functions.add(copy);
            same &= copy == function;
        }
        List<CommGroup> groups = each("commGroups", program.commGroups(), this::commGroup);
        return same && groups == program.commGroups()
                ? program
                : program.withFunctions(functions).withCommGroups(groups);
    }

    public Function function(Function function) {
        return descend(function);
    }

    public CommGroup commGroup(CommGroup group) {
        List<WindowBuffer> slots = each("slots", group.slots(), this::window);
        return slots == group.slots() ? group : new CommGroup(group.devices(), slots);
    }

    public WindowBuffer window(WindowBuffer window) {
        Expr size = expression("size", window.size());
        return size == window.size()
                ? window
                : new WindowBuffer(
                        window.name(),
                        size,
                        window.dtype(),
                        window.loadFromHost(),
                        window.storeToHost(),
                        window.origin());
    }

    public Stmt statement(Stmt statement) {
        return descend(statement);
    }

    public Expr expression(Expr expr) {
        return descend(expr);
    }

    public Type type(Type type) {
        return descend(type);
    }

    /// The type that a call carries. Differs from [#type] only for a rewriter that must leave it alone.
    protected Type callType(Type type) {
        return type(type);
    }

    public Attrs attributes(Attrs attrs) {
        return AttributeParts.rewrite(attrs, this);
    }

    public Attr attribute(Attr attr) {
        return descend(attr);
    }

    /// What a use of a variable becomes.
    protected Expr use(Var variable) {
        return variables.getOrDefault(variable, variable);
    }

    /// What a variable becomes where it is defined; the same for each of its definitions.
    protected Var definition(Var variable) {
        Var known = variables.get(variable);
        if (known == null) {
            known = define(variable);
            variables.put(variable, known);
        }
        return known;
    }

    /// From here on, `variable` is `replacement`, where it is used and where it is defined.
    protected final void replace(Var variable, Var replacement) {
        variables.put(variable, replacement);
    }

    /// What a variable becomes at its first definition.
    protected Var define(Var variable) {
        Type type = type("type", variable.type());
        return type == variable.type() ? variable : variable.withType(type);
    }

    /// Called before the named part of a node is visited, and [#leave] after it. The names are those of the paths of
    /// [sectile.ir.structural.Difference].
    protected void enter(String part) {}

    /// Called before the part of that number in a list is visited.
    protected void enter(int index) {}

    protected void leave() {}

    protected final Function descend(Function function) {
        List<Param> params = each("params", function.params(), this::parameter);
        Attrs attrs = attributes("attrs", function.attrs());
        Stmt body = statement("body", function.body());
        List<Type> results = each("results", function.results(), this::type);
        return params == function.params()
                        && attrs == function.attrs()
                        && body == function.body()
                        && results == function.results()
                ? function
                : function.withParams(params).withAttrs(attrs).withBody(body).withResults(results);
    }

    public Param parameter(Param param) {
        Var variable = definition(param.variable());
        return variable == param.variable() ? param : param.withVariable(variable);
    }

    protected final Stmt descend(Stmt statement) {
        return StatementParts.rewrite(statement, this);
    }

    protected final Expr descend(Expr expr) {
        return ExpressionParts.rewrite(expr, this);
    }

    protected final Type descend(Type type) {
        return TypeParts.rewrite(type, this);
    }

    protected final Attr descend(Attr attr) {
        return AttributeParts.rewrite(attr, this);
    }

    final Stmt statement(String part, Stmt statement) {
        enter(part);
        Stmt result = statement(statement);
        leave();
        return result;
    }

    final Expr expression(String part, Expr expr) {
        enter(part);
        Expr result = expression(expr);
        leave();
        return result;
    }

    final Type type(String part, Type type) {
        enter(part);
        Type result = type(type);
        leave();
        return result;
    }

    final Attrs attributes(String part, Attrs attrs) {
        enter(part);
        Attrs result = attributes(attrs);
        leave();
        return result;
    }

    final @Nullable Var definition(String part, @Nullable Var variable) {
        if (variable == null) {
            return null;
        }
        enter(part);
        Var result = definition(variable);
        leave();
        return result;
    }

    /// The list itself if no item changed.
    final <T> List<T> each(String part, List<T> items, UnaryOperator<T> rewrite) {
        if (items.isEmpty()) {
            return items;
        }
        enter(part);
        var results = new ArrayList<T>(items.size());
        boolean same = true;
        for (int i = 0; i < items.size(); i++) {
            enter(i);
            T result = rewrite.apply(items.get(i));
            leave();
            results.add(result);
            same &= result == items.get(i);
        }
        leave();
        return same ? items : results;
    }
}

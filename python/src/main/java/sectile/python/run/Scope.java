package sectile.python.run;

import java.util.List;
import sectile.base.diag.Span;
import sectile.python.syntax.Ast;

/// Names and values of a dialect, as far as [Execution] needs them.
///
/// @param <V> a value
public interface Scope<V> {
    V evaluate(Ast.Expr expression);

    boolean truth(V value, Span span);

    /// The values that a loop or an unpacking goes over.
    List<V> elements(V value, Span span);

    V list(List<V> elements);

    V dictionary(List<V> keys, List<V> values, Span span);

    /// As `str` would show it.
    String text(V value);

    void assign(Ast.Name target, V value);

    /// Assigns to something that is not a name, such as `x[i]`.
    void assignTo(Ast.Expr target, V value);

    /// A statement that defines something by itself: a function, a class, an import, or one that was not read.
    void define(Ast.Stmt statement);

    /// A call or another expression that is evaluated for its effect.
    void evaluateForEffect(Ast.ExprStmt statement);

    /// Called for a statement that cannot be executed. A scope that tolerates it forgets what the statement would have
    /// defined; any other throws the problem.
    void failed(Ast.Stmt statement, RuntimeException problem);

    /// `assert` did not hold, or `raise` was reached.
    RuntimeException raised(Span span, String text);

    /// Called before every statement and every iteration, so that the scope can end a loop without end.
    void step(Span span);

    /// The scope of a comprehension, whose variables hide others.
    Scope<V> inner();
}

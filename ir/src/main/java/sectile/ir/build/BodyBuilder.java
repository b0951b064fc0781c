package sectile.ir.build;

import java.util.List;
import java.util.function.Consumer;
import sectile.ir.Function;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Stmt;

/// Statements for a place in a function that exists already: what a pass puts where one statement was.
///
/// ```java
/// Stmt barrier = BodyBuilder.build(names, call.origin(), f -> f.range("peer", 0, n, 1, peer -> …));
/// ```
///
/// Variables get names that the function does not have, from a counter that all builders of the function share, so
/// the result may be built in several pieces. All of it has the position of the statement it replaces.
public final class BodyBuilder extends Control {
    private final FreshNames names;

    private BodyBuilder(FreshNames names, Origin origin) {
        super(() -> origin);
        this.names = names;
    }

    /// The statements that `content` adds.
    public static Stmt build(FreshNames names, Origin origin, Consumer<BodyBuilder> content) {
        var builder = new BodyBuilder(names, origin);
        content.accept(builder);
        return builder.complete();
    }

    @Override
    String unique(String name) {
        return names.next(name);
    }

    @Override
    Function callee(Function function, Origin origin) {
        return function;
    }

    @Override
    void returned(List<Type> types, Origin origin) {}

    /// Adds a statement that was made elsewhere.
    public void add(Stmt statement) {
        emit(statement);
    }
}

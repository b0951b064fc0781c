package sectile.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A function. `level` and `role` are null unless written; [FunctionKind] implies the usual ones.
public record Function(
        String name,
        FunctionKind kind,
        @Nullable Level level,
        @Nullable Role role,
        List<Param> params,
        List<Type> results,
        Stmt body,
        Attrs attrs,
        Origin origin) {
    public Function {
        params = List.copyOf(params);
        results = List.copyOf(results);
    }

    /// The type of a call: nothing, the one result, or a tuple.
    public Type resultType() {
        return switch (results.size()) {
            case 0 -> UnknownType.INSTANCE;
            case 1 -> results.getFirst();
            default -> new TupleType(results);
        };
    }

    public boolean isHost() {
        return level == Level.HOST;
    }

    public Function withBody(Stmt newBody) {
        return new Function(name, kind, level, role, params, results, newBody, attrs, origin);
    }
}

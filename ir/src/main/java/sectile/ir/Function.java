package sectile.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.VoidType;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Role;

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
            case 0 -> VoidType.INSTANCE;
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

    /// A function without a written level or role and without attributes.
    public static Function of(
            String name, FunctionKind kind, List<Param> params, List<Type> results, Stmt body, Origin origin) {
        return new Function(name, kind, null, null, params, results, body, Attrs.EMPTY, origin);
    }

    public Function withName(String newName) {
        return new Function(newName, kind, level, role, params, results, body, attrs, origin);
    }

    public Function withKind(FunctionKind newKind) {
        return new Function(name, newKind, level, role, params, results, body, attrs, origin);
    }

    public Function withPlace(@Nullable Level newLevel, @Nullable Role newRole) {
        return new Function(name, kind, newLevel, newRole, params, results, body, attrs, origin);
    }

    public Function withParams(List<Param> newParams) {
        return new Function(name, kind, level, role, newParams, results, body, attrs, origin);
    }

    public Function withResults(List<Type> newResults) {
        return new Function(name, kind, level, role, params, newResults, body, attrs, origin);
    }

    public Function withAttrs(Attrs newAttrs) {
        return new Function(name, kind, level, role, params, results, body, newAttrs, origin);
    }
}

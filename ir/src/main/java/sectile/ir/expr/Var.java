package sectile.ir.expr;

import java.util.Objects;

/// A variable. It is an identity: two variables of the same name and type are still two variables.
public final class Var implements Expr {
    private final String name;
    private final Type type;
    private final Origin origin;

    public Var(String name, Type type, Origin origin) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a variable needs a name");
        }
        if (type instanceof VoidType) {
            throw new IllegalArgumentException("`" + name + "` would hold nothing");
        }
        this.name = name;
        this.type = Objects.requireNonNull(type, "type");
        this.origin = origin;
    }

    public String name() {
        return name;
    }

    @Override
    public Type type() {
        return type;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    /// Another variable of the same name and position.
    public Var withType(Type newType) {
        return new Var(name, newType, origin);
    }

    @Override
    public String toString() {
        return name;
    }

    /// Another variable of the same type and position.
    public Var withName(String newName) {
        return new Var(newName, type, origin);
    }
}

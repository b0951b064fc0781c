package sectile.ir.expr;

import java.util.List;

/// Several types as one.
public record TupleType(List<Type> elements) implements Type {
    public TupleType {
        elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
        return "Tuple" + elements;
    }
}

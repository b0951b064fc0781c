package sectile.ir.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.Symbol;

/// One operand of an op. `spaces` lists the memories a tile may lie in (empty = any); `literal` is the type a literal
/// takes here (null = that of the op's first shaped operand).
public record Operand(
        String name,
        OperandKind kind,
        boolean optional,
        Effect effect,
        List<ConditionalEffect> conditional,
        List<MemorySpace> spaces,
        @Nullable DataType literal,
        String doc) {

    /// Another effect that holds while an attribute has a certain value, such as `atomic=Add`.
    public record ConditionalEffect(String attribute, Symbol value, Effect effect) {}

    public Operand {
        conditional = List.copyOf(conditional);
        spaces = List.copyOf(spaces);
    }

    public static Operand of(String name, OperandKind kind, String doc) {
        boolean memory = kind == OperandKind.TENSOR
                || kind == OperandKind.TILE
                || kind == OperandKind.WINDOW
                || kind == OperandKind.TENSOR_OR_WINDOW
                || kind == OperandKind.SHAPED
                || kind == OperandKind.ARRAY;
        return new Operand(name, kind, false, memory ? Effect.READ : Effect.NONE, List.of(), List.of(), null, doc);
    }

    public Operand asOptional() {
        return new Operand(name, kind, true, effect, conditional, spaces, literal, doc);
    }

    public Operand with(Effect newEffect) {
        return new Operand(name, kind, optional, newEffect, conditional, spaces, literal, doc);
    }

    public Operand when(String attribute, Symbol value, Effect then) {
        return new Operand(
                name,
                kind,
                optional,
                effect,
                List.of(new ConditionalEffect(attribute, value, then)),
                spaces,
                literal,
                doc);
    }

    public Operand in(MemorySpace... allowed) {
        return new Operand(name, kind, optional, effect, conditional, List.of(allowed), literal, doc);
    }

    public Operand literal(DataType dtype) {
        return new Operand(name, kind, optional, effect, conditional, spaces, dtype, doc);
    }
}

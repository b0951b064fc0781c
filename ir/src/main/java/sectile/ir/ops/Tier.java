package sectile.ir.ops;

import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;

/// The two levels at which most families exist.
public enum Tier {
    TENSOR("tensor", OperandKind.TENSOR),
    TILE("tile", OperandKind.TILE);

    private final String prefix;
    private final OperandKind kind;

    Tier(String prefix, OperandKind kind) {
        this.prefix = prefix;
        this.kind = kind;
    }

    /// That of a value: tiles are of the one, tensors and windows of the other.
    public static Tier of(Type type) {
        return type instanceof TileType ? TILE : TENSOR;
    }

    /// That which the full name of an op begins with.
    public static Tier ofName(String name) {
        return name.startsWith(TILE.prefix + ".") ? TILE : TENSOR;
    }

    /// Whether an op works on values of this tier.
    boolean has(Op op) {
        return this == TILE ? op.isTile() : op.isTensor();
    }

    public Tier other() {
        return this == TILE ? TENSOR : TILE;
    }

    OpBuilder op(String name, String doc) {
        return new OpBuilder(prefix + "." + name, doc).on(this == TILE ? CoreAffinity.VECTOR : CoreAffinity.SHARED);
    }

    Operand operand(String name, String doc) {
        return Operand.of(name, kind, doc);
    }

    String noun() {
        return prefix;
    }
}

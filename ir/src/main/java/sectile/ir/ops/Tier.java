package sectile.ir.ops;

import sectile.ir.CoreAffinity;
import sectile.ir.OpBuilder;
import sectile.ir.Operand;
import sectile.ir.OperandKind;

/// The two levels at which most families exist.
enum Tier {
    TENSOR("tensor", OperandKind.TENSOR),
    TILE("tile", OperandKind.TILE);

    private final String prefix;
    private final OperandKind kind;

    Tier(String prefix, OperandKind kind) {
        this.prefix = prefix;
        this.kind = kind;
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

package sectile.ir.ops;

import java.util.List;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.symbol.Symbol;

/// Operands and attributes that many ops share.
final class Parts {
    static final AttrKind INT = AttrKind.Plain.INT;
    static final AttrKind REAL = AttrKind.Plain.REAL;
    static final AttrKind BOOL = AttrKind.Plain.BOOL;
    static final AttrKind TEXT = AttrKind.Plain.TEXT;
    static final AttrKind ELEMENT = AttrKind.Plain.ELEMENT;
    static final AttrKind VALUE = AttrKind.Plain.VALUE;
    static final Attr FALSE = new Attr.Bool(false);
    static final Attr TRUE = new Attr.Bool(true);

    private Parts() {}

    static Operand scalar(String name, String doc) {
        return Operand.of(name, OperandKind.SCALAR, doc);
    }

    static Operand index(String name, String doc) {
        return Operand.of(name, OperandKind.INDEX, doc);
    }

    static Operand list(String name, String doc) {
        return Operand.of(name, OperandKind.TUPLE, doc);
    }

    static Operand tile(String name, String doc) {
        return Operand.of(name, OperandKind.TILE, doc);
    }

    static Operand global(String name, String doc) {
        return Operand.of(name, OperandKind.TENSOR_OR_WINDOW, doc);
    }

    static Operand window(String name, String doc) {
        return Operand.of(name, OperandKind.WINDOW, doc);
    }

    static Operand tmp() {
        return tile("tmp", "scratch tile; the compiler provides one when it is left out")
                .with(Effect.WRITE)
                .asOptional();
    }

    static Operand validShape() {
        return list("valid_shape", "the part that holds data; all of it when left out")
                .asOptional();
    }

    static AttrKind oneOf(Symbol... members) {
        return new AttrKind.OneOf(List.of(members));
    }

    static Attr sym(Symbol symbol) {
        return new Attr.Sym(symbol);
    }

    static Attr integer(long value) {
        return new Attr.Int(value);
    }
}

package sectile.ir.symbol;

import java.util.Optional;
import sectile.base.array.DType;

/// Element types as the language names them. INDEX and TASK_ID exist only here; [#storage()] says how a value is kept.
public enum DataType {
    BOOL(DType.BOOL),
    INT4(DType.I4),
    INT8(DType.I8),
    INT16(DType.I16),
    INT32(DType.I32),
    INT64(DType.I64),
    UINT4(DType.U4),
    UINT8(DType.U8),
    UINT16(DType.U16),
    UINT32(DType.U32),
    UINT64(DType.U64),
    INDEX(DType.I64),
    FP16(DType.F16),
    BF16(DType.BF16),
    FP32(DType.F32),
    FP64(DType.F64),
    FP8E4M3FN(DType.F8E4M3),
    FP8E5M2(DType.F8E5M2),
    FP8E8M0(DType.F8E8M0),
    FP4(DType.F4E2M1),
    TASK_ID(DType.I64);

    private final DType storage;

    DataType(DType storage) {
        this.storage = storage;
    }

    public DType storage() {
        return storage;
    }

    public int bits() {
        return storage.bits();
    }

    /// Whole bytes of one element; a sub-byte element counts as one byte.
    public int bytes() {
        return (bits() + 7) / 8;
    }

    public boolean isFloat() {
        return storage.isFloat();
    }

    /// An integer one can calculate with; neither BOOL nor TASK_ID.
    public boolean isInteger() {
        return this != BOOL && this != TASK_ID && !isFloat();
    }

    public boolean isNumeric() {
        return isFloat() || isInteger();
    }

    public boolean isSigned() {
        return isFloat() || this == INDEX || (isInteger() && name().startsWith("INT"));
    }

    /// Whether an integer constant of this type can have the value. Unsigned constants end at 2⁶³ - 1.
    public boolean holds(long value) {
        if (bits() >= 64) {
            return isSigned() || this == TASK_ID || value >= 0;
        }
        return isSigned()
                ? value >= -(1L << (bits() - 1)) && value < 1L << (bits() - 1)
                : value >= 0 && value < 1L << bits();
    }

    /// As written in a program, `pl.FP32`.
    public String surface() {
        return "pl." + name();
    }

    public static Optional<DataType> parse(String name) {
        for (DataType type : values()) {
            if (type.name().equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}

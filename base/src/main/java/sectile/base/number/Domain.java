package sectile.base.number;

import sectile.base.array.DType;

/// In which Java type elements of a dtype are computed.
enum Domain {
    FLOAT,
    DOUBLE,
    LONG;

    static Domain of(DType dtype) {
        if (!dtype.isFloat()) {
            return LONG;
        }
        return dtype == DType.F64 ? DOUBLE : FLOAT;
    }

    /// Whether the type is only stored and multiplied, never computed in.
    static boolean isStorageOnly(DType dtype) {
        return dtype.isFloat() && dtype.bits() <= 8;
    }
}

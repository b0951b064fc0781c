package sectile.sim.random;

import java.util.List;
import sectile.base.array.DType;

/// How the home memory of every PE is divided: for each type a section that is only read, and one that only its owner
/// writes; then a part for each PE that may write from afar.
public final class Layout {
    public static final List<DType> TYPES =
            List.of(DType.I32, DType.F32, DType.F16, DType.F64, DType.BF16, DType.I64, DType.I8);
    public static final int INPUT = 512;
    public static final int OUTPUT = 1024;
    public static final int REMOTE = 256;
    public static final int MAX_RANKS = 8;
    public static final int BYTES = TYPES.size() * (INPUT + OUTPUT) + MAX_RANKS * REMOTE;

    private Layout() {}

    static int input(DType dtype) {
        return TYPES.indexOf(dtype) * INPUT;
    }

    static int output(DType dtype) {
        return TYPES.size() * INPUT + TYPES.indexOf(dtype) * OUTPUT;
    }

    static int remote(int writer) {
        return TYPES.size() * (INPUT + OUTPUT) + writer * REMOTE;
    }

    static int size(DType dtype) {
        return dtype.bits() / 8;
    }
}

package sectile.base.array;

/// Writes arrays for people: nested brackets, and of a long axis only three entries at either end.
final class ArrayText {
    private static final int EDGE = 3;
    private static final int MAX_LINE = 20;
    private static final int MAX_ELEMENTS = 1000;

    private final NdArray array;
    private final boolean elide;
    private final StringBuilder out = new StringBuilder();

    private ArrayText(NdArray array) {
        this.array = array;
        this.elide = array.elements() > MAX_ELEMENTS || (array.shape().rank() == 1 && array.elements() > MAX_LINE);
    }

    static String of(NdArray array) {
        var text = new ArrayText(array);
        text.out.append(array.dtype().text()).append('[').append(array.shape()).append("] ");
        if (array.elements() == 0) {
            text.out.append("(empty)");
        } else {
            text.axis(new long[array.shape().rank()], 0);
        }
        return text.out.toString();
    }

    private void axis(long[] index, int axis) {
        if (axis == index.length) {
            out.append(element(index));
            return;
        }
        long count = array.shape().dim(axis);
        out.append('[');
        for (long i = 0; i < count; i++) {
            if (i > 0) {
                separator(axis, index.length);
            }
            if (elide && count > 2 * EDGE + 1 && i == EDGE) {
                out.append("...");
                i = count - EDGE - 1;
            } else {
                index[axis] = i;
                axis(index, axis + 1);
            }
        }
        out.append(']');
    }

    private void separator(int axis, int rank) {
        if (axis == rank - 1) {
            out.append(", ");
        } else {
            out.append(",\n").repeat(' ', axis + 1);
        }
    }

    private String element(long[] index) {
        return switch (array.dtype()) {
            case BOOL -> array.getLong(index) == 0 ? "false" : "true";
            case I4, I8, I16, I32, I64, U4, U8, U16, U32 -> Long.toString(array.getLong(index));
            case U64 -> Long.toUnsignedString(array.getLong(index));
            case F64 -> Double.toString(array.getDouble(index));
            case F16, BF16, F32, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> Float.toString((float) array.getDouble(index));
        };
    }
}

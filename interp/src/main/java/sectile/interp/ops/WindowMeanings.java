package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Window;
import sectile.ir.expr.Semantics;

/// Memory that peers can reach.
final class WindowMeanings {
    private WindowMeanings() {}

    static Meaning of(Semantics.Window window) {
        return switch (window) {
            case ALLOCATE -> WindowMeanings::allocate;
            case VIEW -> WindowMeanings::view;
        };
    }

    private static Object allocate(Args args) {
        long bytes = args.integer("size_bytes");
        if (bytes < 1 || bytes > Integer.MAX_VALUE - 8) {
            throw args.error(ExecCode.BAD_EXTENT, "a window of " + bytes + " bytes", "");
        }
        return args.core().machine().window(args.text("name"), bytes);
    }

    private static Object view(Args args) {
        Window window = (Window) args.value("buf");
        Shape shape = CreationMeanings.shape(args, "shape");
        DType dtype = args.element("dtype");
        long bytes = dtype.bytesFor(shape.elements());
        if (bytes > window.bytes()) {
            throw args.error(
                    ExecCode.OUT_OF_BOUNDS,
                    shape + " of " + dtype.text() + " takes " + bytes + " bytes, the buffer has " + window.bytes(),
                    "");
        }
        return window.view(dtype, shape).on(Math.max(0, args.core().rank()), shape.toArray());
    }
}

package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.interp.value.Window;

/// Memory that peers can reach, and who the peers are.
final class WindowMeanings {
    private WindowMeanings() {}

    static void into(Book all) {
        all.put("pld.tensor.alloc_window_buffer", args -> {
            long bytes = args.integer("size_bytes");
            if (bytes < 1 || bytes > Integer.MAX_VALUE - 8) {
                throw args.error("EXEC-102", "a window of " + bytes + " bytes", "");
            }
            return args.core().machine().window(args.text("name"), bytes);
        });
        all.put("pld.tensor.window", args -> {
            Window window = (Window) args.value("buf");
            Shape shape = CreationMeanings.shape(args, "shape");
            DType dtype = args.element("dtype");
            long bytes = dtype.bytesFor(shape.elements());
            if (bytes > window.bytes()) {
                throw args.error(
                        "EXEC-101",
                        shape + " of " + dtype.text() + " takes " + bytes + " bytes, the buffer has " + window.bytes(),
                        "");
            }
            return window.view(dtype, shape).on(Math.max(0, args.core().rank()), shape.toArray());
        });
        all.put("pld.system.world_size", args -> (long) args.core().machine().ranks());
        all.precise(
                "pld.system.get_comm_ctx",
                args -> Ranks.peers(args, args.data("target")).window());
        all.put("pld.system.rank", args -> (long) Ranks.rank(args, (Window) args.value("ctx")));
        all.put("pld.system.nranks", args ->
                (long) Ranks.devices(args.core(), (Window) args.value("ctx")).size());
    }
}

package sectile.runtime.opencl;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import sectile.runtime.host.RuntimeSources;

/// The kernels of a device, compiled from OpenCL C.
final class OpenClKernels implements AutoCloseable {
    /// In the order of the enumeration in `sx_opencl.h`.
    private static final List<String> NAMES = List.of(
            "sx_copy",
            "sx_fill",
            "sx_unary",
            "sx_combine",
            "sx_merge_valid",
            "sx_cast",
            "sx_compare",
            "sx_pack",
            "sx_select",
            "sx_fold",
            "sx_multiply",
            "sx_scale",
            "sx_count_up",
            "sx_triangle",
            "sx_random",
            "sx_gather_axis",
            "sx_gather_flat",
            "sx_gather_bytes",
            "sx_gather_compare",
            "sx_gather_paged",
            "sx_gather_rows",
            "sx_scatter_axis",
            "sx_scatter_flat",
            "sx_scatter_rows",
            "sx_scatter_valid",
            "sx_sort_blocks",
            "sx_merge_runs",
            "sx_merge_rows");

    /// No contraction, and no assumption about NaN, infinities or the sign of zero.
    private static final String OPTIONS = "-cl-std=CL1.2";

    private final OpenCl library;
    private final MemorySegment program;
    private final List<MemorySegment> kernels = new ArrayList<>();

    private OpenClKernels(OpenCl library, MemorySegment program) {
        this.library = library;
        this.program = program;
    }

    /// The kernels of all ops.
    static OpenClKernels build(OpenCl library, MemorySegment context, long device) {
        return build(library, context, device, RuntimeSources.openCl(), NAMES);
    }

    /// Kernels of a text.
    ///
    /// @param names in the order that the caller wants them
    static OpenClKernels build(OpenCl library, MemorySegment context, long device, String text, List<String> names) {
        var built = new OpenClKernels(library, library.build(context, device, text, OPTIONS));
        try {
            names.forEach(name -> built.kernels.add(library.createKernel(built.program, name)));
        } catch (RuntimeException | Error e) {
            built.close();
            throw e;
        }
        return built;
    }

    List<MemorySegment> all() {
        return kernels;
    }

    @Override
    public void close() {
        kernels.forEach(kernel -> library.release("clReleaseKernel", kernel));
        library.release("clReleaseProgram", program);
    }
}

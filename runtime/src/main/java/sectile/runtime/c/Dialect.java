package sectile.runtime.c;

import java.util.List;

/// What emitted text may assume about the device that it is for. All dialects share the lowering: functions, frames,
/// calls and control flow are printed the same way.
public enum Dialect {
    /// Arrays are in memory of the process that runs the program: text may read and write elements in loops of its own.
    C,
    /// Arrays are in memory of an OpenCL device: only kernels may touch elements. Ops that follow each other are
    /// printed as kernels in OpenCL C; any other op is a call of the runtime, which starts the kernel of the op.
    OPENCL;

    /// Whether loops over elements are printed into the program, instead of kernels beside it.
    boolean printsLoops() {
        return this == C;
    }

    /// How many values ops may have that are computed together. Longer loops compile slowly and gain nothing; a
    /// kernel must not have more parameters than every OpenCL device takes, which is 1,024 bytes.
    int mostFused() {
        return switch (this) {
            case C -> 48;
            case OPENCL -> 18;
        };
    }

    /// Flags with which the runtime and the program are compiled besides those of the target.
    public List<String> flags() {
        return switch (this) {
            case C -> List.of();
            case OPENCL -> List.of("-DSX_OPENCL");
        };
    }
}

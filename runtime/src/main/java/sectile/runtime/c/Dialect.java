package sectile.runtime.c;

import java.util.List;

/// What emitted text may assume about the device that it is for. All dialects share the lowering: functions, frames,
/// calls and control flow are printed the same way.
public enum Dialect {
    /// Arrays are in memory of the process that runs the program: text may read and write elements in loops of its own.
    C,
    /// Arrays are in memory of an OpenCL device: only kernels may touch elements. Each op is a call of the runtime,
    /// which starts the kernel of the op.
    OPENCL;

    /// Whether loops over elements may be printed into the program, instead of calls of the runtime.
    boolean printsLoops() {
        return this == C;
    }

    /// Flags with which the runtime and the program are compiled besides those of the target.
    public List<String> flags() {
        return switch (this) {
            case C -> List.of();
            case OPENCL -> List.of("-DSX_OPENCL");
        };
    }
}

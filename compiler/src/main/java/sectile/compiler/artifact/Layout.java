package sectile.compiler.artifact;

import java.util.Locale;
import sectile.ir.Function;
import sectile.ir.symbol.Level;

/// Where the parts of a compiled program lie in its directory.
final class Layout {
    /// What the directory holds, with sizes and check sums.
    static final String INDEX = "artifact.json";

    /// The program in binary form: what is run.
    static final String PROGRAM = "program.sir";

    /// The same as text, for readers.
    static final String TEXT = "program.py";

    static final String CONFIG = "kernel_config.json";
    static final String MEMORY = "memory_map.json";
    static final String MEMORY_PICTURE = "memory_map.svg";
    static final String TASK_PICTURE = "task_graph.svg";
    static final String PROFILE = "compile_profile.json";

    private Layout() {}

    /// The directory of a function: one for every kind of core, for orchestration and for every level above the chip.
    static String directory(Function function) {
        Level level = function.level();
        if (level != null && level.ordinal() > Level.CHIP.ordinal()) {
            return level == Level.HOST ? "host" : "levels/" + level.name().toLowerCase(Locale.ROOT);
        }
        return switch (function.kind()) {
            case AIC -> "kernels/aic";
            case AIV -> "kernels/aiv";
            case IN_CORE -> "kernels/incore";
            case GROUP -> "kernels/group";
            case SPMD -> "kernels/spmd";
            case ORCHESTRATION, GRAPH, OPAQUE, INLINE -> "orchestration";
        };
    }
}

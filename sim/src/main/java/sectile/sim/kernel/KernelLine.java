package sectile.sim.kernel;

import java.util.List;
import java.util.Optional;

/// Finds the line of a Java kernel on a stack: the innermost frame that is neither the simulator's nor the JDK's.
public final class KernelLine {
    private static final List<String> OURS = List.of(
            "sectile.sim.kernel.",
            "sectile.sim.machine.",
            "sectile.sim.functional.",
            "sectile.sim.engine.",
            "sectile.sim.math.",
            "sectile.sim.memory.",
            "sectile.sim.ipcq.",
            "sectile.sim.fabric.",
            "sectile.base.",
            "java.",
            "jdk.");

    private KernelLine() {}

    public static Optional<String> of(Throwable at) {
        for (StackTraceElement frame : at.getStackTrace()) {
            String name = frame.getClassName();
            boolean test = name.endsWith("Test") || name.contains("Test$");
            if (test || OURS.stream().noneMatch(name::startsWith)) {
                String file = frame.getFileName();
                return Optional.of((file == null ? name : file) + ":" + frame.getLineNumber());
            }
        }
        return Optional.empty();
    }
}

package sectile.sim.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;

/// Finds a Java kernel on a stack: its line, and the operation it is in.
///
/// The caller of an operation of [Tl] or of [KernelArgs] is the kernel. A stack without either is that of a kernel
/// that failed by itself; then the kernel is the innermost frame that is not a library's.
public final class KernelLine {
    private static final List<Class<?>> DOORS = List.of(Tl.class, KernelArgs.class);

    /// What a kernel may call that is not its own code.
    private static final List<String> LIBRARIES = List.of(
            "java.",
            "jdk.",
            "sectile.base.",
            "sectile.sim.Place",
            "sectile.sim.engine.",
            "sectile.sim.kernel.Handle",
            "sectile.sim.machine.Machine.",
            "sectile.sim.machine.Simulation.",
            "sectile.base.number.",
            "sectile.sim.memory.");

    private KernelLine() {}

    /// Where the kernel is; [Span#none()] if that cannot be seen.
    public static Span of(Throwable at) {
        StackTraceElement[] frames = at.getStackTrace();
        int door = door(frames);
        for (int i = door + 1; i < frames.length; i++) {
            if (door >= 0 || !isLibrary(frames[i])) {
                String file = frames[i].getFileName();
                return Span.ofLine(file == null ? frames[i].getClassName() : file, frames[i].getLineNumber());
            }
        }
        return Span.none();
    }

    /// A position as reports show it, like `ring.py:17`; empty if not known.
    public static String text(Span at) {
        if (at.isNone()) {
            return "";
        }
        String name = at.source().name();
        return name.substring(name.lastIndexOf('/') + 1) + ":" + at.line();
    }

    /// The operation of [Tl] the kernel is in, like `load`; empty outside any, and in one of the table of operations,
    /// which the position of a kernel in a text shows.
    public static Optional<String> operation(Throwable at) {
        StackTraceElement[] frames = at.getStackTrace();
        int door = door(frames);
        return door < 0
                ? Optional.empty()
                : Optional.of(frames[door].getMethodName()).filter(KernelLine::isOperation);
    }

    /// Whether a kernel is in an operation.
    public static boolean isInOperation(Throwable at) {
        return door(at.getStackTrace()) >= 0;
    }

    private static boolean isOperation(String method) {
        return DOORS.stream()
                .anyMatch(door -> Arrays.stream(door.getMethods())
                        .anyMatch(each -> each.getName().equals(method)));
    }

    /// The outermost frame of the call into the kernel interface, or -1.
    private static int door(StackTraceElement[] frames) {
        int door = -1;
        for (int i = 0; i < frames.length; i++) {
            if (isDoor(frames[i])) {
                door = i;
            } else if (door >= 0) {
                return door;
            }
        }
        return door;
    }

    private static boolean isDoor(StackTraceElement frame) {
        return DOORS.stream().anyMatch(door -> door.getName().equals(frame.getClassName()));
    }

    private static boolean isLibrary(StackTraceElement frame) {
        String name = frame.getClassName() + ".";
        return LIBRARIES.stream().anyMatch(name::startsWith);
    }
}

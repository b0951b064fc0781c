package sectile.sim.kernel;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;

/// Finds a Java kernel on a stack: its line, and the operation it is in.
///
/// The caller of an operation of [Tl] or of [KernelArgs] is the kernel. A stack without either is that of a kernel
/// that failed by itself; then the kernel is the innermost frame that is not a library's.
public final class KernelLine {
    private static final List<Class<?>> DOORS = List.of(Tl.class, KernelArgs.class);
    private static final StackWalker STACK = StackWalker.getInstance();

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
                return span(frames[i]);
            }
        }
        return Span.none();
    }

    /// Where the kernel is that has called this method through the kernel interface; [Span#none()] if none has. Looks
    /// at no more of the stack than that needs, because every operation of a run that is observed asks.
    public static Span here() {
        return STACK.walk(frames -> {
            boolean inside = false;
            for (Iterator<StackWalker.StackFrame> each = frames.iterator(); each.hasNext(); ) {
                StackWalker.StackFrame frame = each.next();
                if (isDoor(frame.getClassName())) {
                    inside = true;
                } else if (inside) {
                    return span(frame.toStackTraceElement());
                }
            }
            return Span.none();
        });
    }

    private static Span span(StackTraceElement frame) {
        String file = frame.getFileName();
        return Span.ofLine(file == null ? frame.getClassName() : file, frame.getLineNumber());
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
            if (isDoor(frames[i].getClassName())) {
                door = i;
            } else if (door >= 0) {
                return door;
            }
        }
        return door;
    }

    private static boolean isDoor(String className) {
        for (Class<?> door : DOORS) {
            if (door.getName().equals(className)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLibrary(StackTraceElement frame) {
        String name = frame.getClassName() + ".";
        return LIBRARIES.stream().anyMatch(name::startsWith);
    }
}

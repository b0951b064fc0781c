package sectile.ir.build;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.expr.Origin;

/// Where in the user's Java code the builder was called.
///
/// A class file does not hold its source, so the line that a diagnostic shows is the name of the calling method.
final class CallSite {
    private static final String HERE = CallSite.class.getPackageName() + ".";

    private final StackWalker walker = StackWalker.getInstance();
    private final Map<String, Origin> known = new HashMap<>();

    Origin origin() {
        return walker.walk(frames -> frames.filter(f -> !f.getClassName().startsWith(HERE))
                .findFirst()
                .map(this::origin)
                .orElse(Origin.none()));
    }

    Span span() {
        return origin().span();
    }

    private Origin origin(StackWalker.StackFrame frame) {
        int line = Math.max(frame.getLineNumber(), 1);
        String file = Objects.requireNonNullElse(frame.getFileName(), frame.getClassName());
        String method = simple(frame.getClassName()) + "." + readable(frame.getMethodName());
        return known.computeIfAbsent(file + ":" + line + ":" + method, key -> {
            var source = new SourceFile(file, "\n".repeat(line - 1) + method);
            return Origin.of(new Span(source, line - 1, line - 1 + method.length()));
        });
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /// `lambda$build$3` is code of `build`.
    private static String readable(String method) {
        String[] parts = method.split("\\$", -1);
        return parts.length == 3 && parts[0].equals("lambda") ? parts[1] : method;
    }
}

package sectile.runtime.device;

import sectile.base.diag.Span;

/// Ops that an emitted program computes together.
///
/// @param from where the first of them is
/// @param to where the last of them is
/// @param ops how many they are
/// @param kernel whether they are a kernel in OpenCL C; otherwise a loop in C
public record FusedOps(Span from, Span to, int ops, boolean kernel) {
    /// One line.
    public String text() {
        return ops + (ops == 1 ? " op" : " ops") + " as one " + (kernel ? "kernel in OpenCL C" : "loop");
    }

    /// The line or lines of the program, such as `line 4` or `lines 4 to 7`.
    public String lines() {
        return from.line() == to.line() ? "line " + from.line() : "lines " + from.line() + " to " + to.line();
    }
}

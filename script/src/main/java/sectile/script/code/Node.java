package sectile.script.code;

import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.python.value.Values;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.Handle;

/// An expression that can be evaluated.
abstract class Node implements Place {
    final Span span;

    Node(Span span) {
        this.span = span;
    }

    @Override
    public Span span() {
        return span;
    }

    abstract Object value(Frame frame);

    /// The expression as a condition.
    boolean holds(Frame frame) {
        return truth(value(frame), frame.run, this);
    }

    static boolean truth(Object value, Activation run, Place at) {
        if (value instanceof Boolean known) {
            return known;
        }
        if (value instanceof HostValue host) {
            return host.truth(at);
        }
        return value instanceof Handle handle ? HandleMath.truth(run, handle, at.span()) : Values.truth(value, at);
    }

    /// A value known before the run.
    static final class Constant extends Node {
        final Object constant;

        Constant(Object constant, Span span) {
            super(span);
            this.constant = constant;
        }

        @Override
        Object value(Frame frame) {
            return constant;
        }
    }

    /// A variable of a function around the one that runs.
    static final class Captured extends Node {
        private final Scope.Captured variable;
        private final String name;

        Captured(Scope.Captured variable, String name, Span span) {
            super(span);
            this.variable = variable;
            this.name = name;
        }

        @Override
        Object value(Frame frame) {
            Frame at = frame;
            for (int i = 0; i < variable.depth() && at.outer != null; i++) {
                at = at.outer;
            }
            Object value = at.slots[variable.slot()];
            if (value == null) {
                throw noValue(name, span);
            }
            return value;
        }
    }

    private static DiagnosticException noValue(String name, Span span) {
        return Problems.at(
                span,
                TextCode.UNASSIGNED,
                "`" + name + "` has no value yet",
                "assign it on every path that leads here");
    }

    /// A variable.
    static final class Local extends Node {
        private final int slot;
        private final String name;

        Local(int slot, String name, Span span) {
            super(span);
            this.slot = slot;
            this.name = name;
        }

        @Override
        Object value(Frame frame) {
            Object value = frame.slots[slot];
            if (value == null) {
                throw noValue(name, span);
            }
            return value;
        }
    }
}

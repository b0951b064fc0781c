package sectile.script.code;

import sectile.base.diag.Span;
import sectile.script.value.Values;
import sectile.sim.kernel.Handle;

/// An expression that can be evaluated.
abstract class Node {
    final Span span;

    Node(Span span) {
        this.span = span;
    }

    abstract Object value(Frame frame);

    /// The expression as a condition.
    boolean holds(Frame frame) {
        return truth(value(frame), frame.run, span);
    }

    static boolean truth(Object value, Activation run, Span at) {
        if (value instanceof Boolean known) {
            return known;
        }
        return value instanceof Handle handle ? HandleMath.truth(run, handle, at) : Values.truth(value, at);
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
                throw sectile.script.value.Problems.at(
                        span, "TL-205", "`" + name + "` has no value yet", "assign it on every way that leads here");
            }
            return value;
        }
    }
}

package sectile.script.code;

import java.util.List;
import java.util.function.UnaryOperator;
import sectile.base.diag.Span;
import sectile.python.operator.Subscripts;
import sectile.python.value.Fault;
import sectile.python.value.Sequence;
import sectile.python.value.Values;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;

/// What an assignment gives a value to.
abstract class Target {
    abstract void assign(Frame frame, Object value);

    /// Replaces what is there by what is made of it.
    abstract void update(Frame frame, UnaryOperator<Object> change);

    static final class Variable extends Target {
        private final int slot;
        private final Node.Local before;

        Variable(int slot, Node.Local before) {
            this.slot = slot;
            this.before = before;
        }

        @Override
        void assign(Frame frame, Object value) {
            frame.slots[slot] = value;
        }

        @Override
        void update(Frame frame, UnaryOperator<Object> change) {
            frame.slots[slot] = change.apply(before.value(frame));
        }
    }

    static final class Element extends Target implements Place {
        private final Node container;
        private final Node index;
        private final Span span;

        Element(Node container, Node index, Span span) {
            this.container = container;
            this.index = index;
            this.span = span;
        }

        @Override
        public Span span() {
            return span;
        }

        @Override
        void assign(Frame frame, Object value) {
            Subscripts.set(container.value(frame), index.value(frame), value, this);
        }

        @Override
        void update(Frame frame, UnaryOperator<Object> change) {
            Object owner = container.value(frame);
            Object position = index.value(frame);
            Subscripts.set(owner, position, change.apply(Subscripts.get(owner, position, this)), this);
        }
    }

    /// `a, (b, c) = value`.
    static final class Unpack extends Target implements Place {
        private final List<Target> targets;
        private final Span span;

        Unpack(List<Target> targets, Span span) {
            this.targets = targets;
            this.span = span;
        }

        @Override
        public Span span() {
            return span;
        }

        @Override
        void assign(Frame frame, Object value) {
            Sequence values = Values.sequence(value, this);
            if (values.size() != targets.size()) {
                throw fault(
                        Fault.UNPACK,
                        Problems.kind(value) + " of " + values.size() + (values.size() == 1 ? " element" : " elements")
                                + " cannot be unpacked into " + targets.size());
            }
            Object[] all = values.copy();
            for (int i = 0; i < all.length; i++) {
                targets.get(i).assign(frame, all[i]);
            }
        }

        @Override
        void update(Frame frame, UnaryOperator<Object> change) {
            throw new IllegalStateException("the compiler does not allow an update of several variables");
        }
    }
}

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
            Object owner = container.value(frame);
            Object position = index.value(frame);
            if (owner instanceof HostValue host) {
                var _ = frame.run.at(span, () -> {
                    host.assign(position, value, new Here(frame.run, span));
                    return value;
                });
            } else if (position instanceof SliceValue) {
                throw fault(Fault.TYPE, "a slice of " + Problems.kind(owner) + " cannot be assigned", "");
            } else {
                Subscripts.set(owner, position, value, this);
            }
        }

        @Override
        void update(Frame frame, UnaryOperator<Object> change) {
            Object owner = container.value(frame);
            Object position = index.value(frame);
            if (owner instanceof HostValue host) {
                Place at = new Here(frame.run, span);
                Object before = frame.run.at(span, () -> host.element(position, at));
                Object after = change.apply(before);
                var _ = frame.run.at(span, () -> {
                    host.assign(position, after, at);
                    return after;
                });
                return;
            }
            Subscripts.set(owner, position, change.apply(Subscripts.get(owner, position, this)), this);
        }
    }

    /// `value.name` of a host value.
    static final class Member extends Target implements Place {
        private final Node owner;
        private final String name;
        private final Span span;

        Member(Node owner, String name, Span span) {
            this.owner = owner;
            this.name = name;
            this.span = span;
        }

        @Override
        public Span span() {
            return span;
        }

        private HostValue host(Frame frame) {
            Object value = owner.value(frame);
            if (value instanceof HostValue host) {
                return host;
            }
            throw fault(Fault.ATTRIBUTE, Problems.kind(value) + " has no attribute `" + name + "`", "");
        }

        @Override
        void assign(Frame frame, Object value) {
            host(frame).assignMember(name, value, new Here(frame.run, span));
        }

        @Override
        void update(Frame frame, UnaryOperator<Object> change) {
            HostValue host = host(frame);
            Place at = new Here(frame.run, span);
            host.assignMember(name, change.apply(host.member(name, at)), at);
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

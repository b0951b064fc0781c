package sectile.script.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.format.FormattedValue;
import sectile.python.operator.Subscripts;
import sectile.python.syntax.Ast;
import sectile.python.value.DictValue;
import sectile.python.value.ListValue;
import sectile.python.value.Sizes;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.sim.kernel.Handle;

/// Values made of values, and the way back to their parts.
final class Displays {
    private Displays() {}

    static Object[] values(List<Node> nodes, Frame frame) {
        Object[] values = new Object[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = nodes.get(i).value(frame);
        }
        return values;
    }

    static final class TupleDisplay extends Node {
        private final List<Node> elements;

        TupleDisplay(List<Node> elements, Span span) {
            super(span);
            this.elements = elements;
        }

        @Override
        Object value(Frame frame) {
            return new TupleValue(values(elements, frame));
        }
    }

    static final class ListDisplay extends Node {
        private final List<Node> elements;

        ListDisplay(List<Node> elements, Span span) {
            super(span);
            this.elements = elements;
        }

        @Override
        Object value(Frame frame) {
            return new ListValue(values(elements, frame));
        }
    }

    static final class DictDisplay extends Node {
        private final List<Node> keys;
        private final List<Node> values;

        DictDisplay(List<Node> keys, List<Node> values, Span span) {
            super(span);
            this.keys = keys;
            this.values = values;
        }

        @Override
        Object value(Frame frame) {
            DictValue dict = new DictValue();
            for (int i = 0; i < keys.size(); i++) {
                Object key = keys.get(i).value(frame);
                dict.put(key, values.get(i).value(frame), keys.get(i));
            }
            return dict;
        }
    }

    static final class FormattedText extends Node {
        private final List<Node> parts;

        FormattedText(List<Node> parts, Span span) {
            super(span);
            this.parts = parts;
        }

        @Override
        Object value(Frame frame) {
            StringBuilder text = new StringBuilder();
            for (Node part : parts) {
                String more = Text.str(part.value(frame));
                Sizes.check((long) text.length() + more.length(), this);
                text.append(more);
            }
            return text.toString();
        }
    }

    /// `{value=!r:format}` of an f-string.
    static final class Formatted extends Node {
        private final Node part;
        private final Ast.Formatted syntax;

        Formatted(Node part, Ast.Formatted syntax) {
            super(syntax.span());
            this.part = part;
            this.syntax = syntax;
        }

        @Override
        Object value(Frame frame) {
            return syntax.label() + FormattedValue.text(syntax, part.value(frame), this);
        }
    }

    static final class Element extends Node {
        private final Node container;
        private final Node index;

        Element(Node container, Node index, Span span) {
            super(span);
            this.container = container;
            this.index = index;
        }

        @Override
        Object value(Frame frame) {
            Object value = container.value(frame);
            Object position = index.value(frame);
            return switch (value) {
                case Handle handle -> HandleMath.element(frame.run, handle, position, span);
                case HostValue host -> frame.run.at(span, () -> host.element(position, new Here(frame.run, span)));
                default ->
                    position instanceof SliceValue slice
                            ? Subscripts.slice(value, slice.lower(), slice.upper(), slice.step(), this)
                            : Subscripts.get(value, position, this);
            };
        }
    }

    static final class Part extends Node {
        private final Node container;
        private final @Nullable Node lower;
        private final @Nullable Node upper;
        private final @Nullable Node step;

        Part(Node container, @Nullable Node lower, @Nullable Node upper, @Nullable Node step, Span span) {
            super(span);
            this.container = container;
            this.lower = lower;
            this.upper = upper;
            this.step = step;
        }

        @Override
        Object value(Frame frame) {
            return Subscripts.slice(
                    container.value(frame), given(lower, frame), given(upper, frame), given(step, frame), this);
        }

        private static @Nullable Object given(@Nullable Node node, Frame frame) {
            return node == null ? null : node.value(frame);
        }
    }

    /// A slice among the indices of a host value.
    static final class Slice extends Node {
        private final @Nullable Node lower;
        private final @Nullable Node upper;
        private final @Nullable Node step;

        Slice(@Nullable Node lower, @Nullable Node upper, @Nullable Node step, Span span) {
            super(span);
            this.lower = lower;
            this.upper = upper;
            this.step = step;
        }

        @Override
        Object value(Frame frame) {
            return new SliceValue(Part.given(lower, frame), Part.given(upper, frame), Part.given(step, frame));
        }
    }

    static final class Attribute extends Node {
        private final Node owner;
        private final String name;

        Attribute(Node owner, String name, Span span) {
            super(span);
            this.owner = owner;
            this.name = name;
        }

        @Override
        Object value(Frame frame) {
            Object value = owner.value(frame);
            return switch (value) {
                case HostValue host -> frame.run.at(span, () -> host.member(name, new Here(frame.run, span)));
                case Handle handle when name.equals(Attributes.ID) -> frame.run.idOf(handle);
                default -> Attributes.of(value, name, span);
            };
        }
    }
}

package sectile.script.code;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.value.DictValue;
import sectile.python.value.ListValue;
import sectile.python.value.Sequence;
import sectile.python.value.Sizes;

/// `[element for target in iterable if condition]`, also with braces, or as a generator, which is a list at once.
final class Comprehensions extends Node {
    private final List<Clause> clauses;
    private final Node element;
    private final @Nullable Node value;

    /// One `for` and its conditions.
    record Clause(Target target, Node iterable, List<Node> conditions) {}

    Comprehensions(List<Clause> clauses, Node element, @Nullable Node value, Span span) {
        super(span);
        this.clauses = clauses;
        this.element = element;
        this.value = value;
    }

    @Override
    Object value(Frame frame) {
        if (value == null) {
            List<Object> elements = new ArrayList<>();
            run(frame, 0, () -> {
                Sizes.check(elements.size() + 1L, this);
                elements.add(element.value(frame));
            });
            return new ListValue(elements.toArray());
        }
        DictValue entries = new DictValue();
        Node values = value;
        run(frame, 0, () -> entries.put(element.value(frame), values.value(frame), this));
        return entries;
    }

    private void run(Frame frame, int index, Runnable body) {
        if (index == clauses.size()) {
            body.run();
            return;
        }
        Clause clause = clauses.get(index);
        Sequence values = HostCalls.elements(clause.iterable.value(frame), clause.iterable);
        for (int i = 0; i < values.size(); i++) {
            frame.run.step(span);
            clause.target.assign(frame, values.at(i));
            boolean taken = true;
            for (Node condition : clause.conditions) {
                taken = taken && condition.holds(frame);
            }
            if (taken) {
                run(frame, index + 1, body);
            }
        }
    }
}

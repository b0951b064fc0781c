package sectile.script.code;

import sectile.base.diag.Span;
import sectile.python.value.Sequence;

/// `for` and `while`, with their `else`.
final class Loops {
    private Loops() {}

    static final class For extends Statement {
        private final Target target;
        private final Node iterable;
        private final Statement body;
        private final Statement otherwise;

        For(Target target, Node iterable, Statement body, Statement otherwise) {
            this.target = target;
            this.iterable = iterable;
            this.body = body;
            this.otherwise = otherwise;
        }

        @Override
        Next run(Frame frame) {
            Sequence values = HostCalls.elements(iterable.value(frame), iterable);
            for (int i = 0; i < values.size(); i++) {
                frame.run.step(iterable.span);
                target.assign(frame, values.at(i));
                Next next = body.run(frame);
                if (next == Next.BREAK) {
                    return Next.GO_ON;
                }
                if (next == Next.RETURN) {
                    return next;
                }
            }
            return otherwise.run(frame);
        }
    }

    static final class While extends Statement {
        private final Node condition;
        private final Statement body;
        private final Statement otherwise;
        private final Span span;

        While(Node condition, Statement body, Statement otherwise, Span span) {
            this.condition = condition;
            this.body = body;
            this.otherwise = otherwise;
            this.span = span;
        }

        @Override
        Next run(Frame frame) {
            while (condition.holds(frame)) {
                frame.run.step(span);
                Next next = body.run(frame);
                if (next == Next.BREAK) {
                    return Next.GO_ON;
                }
                if (next == Next.RETURN) {
                    return next;
                }
            }
            return otherwise.run(frame);
        }
    }
}

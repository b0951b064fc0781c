package sectile.script.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.operator.Operator;
import sectile.python.value.ListValue;
import sectile.python.value.None;
import sectile.python.value.Values;
import sectile.script.problem.Place;

/// Everything that is not a loop.
final class Statements {
    private Statements() {}

    static final class Block extends Statement {
        private final Statement[] statements;

        Block(List<Statement> statements) {
            this.statements = statements.toArray(Statement[]::new);
        }

        @Override
        Next run(Frame frame) {
            for (Statement statement : statements) {
                Next next = statement.run(frame);
                if (next != Next.GO_ON) {
                    return next;
                }
            }
            return Next.GO_ON;
        }
    }

    static final class Evaluate extends Statement {
        private final Node expression;

        Evaluate(Node expression) {
            this.expression = expression;
        }

        @Override
        Next run(Frame frame) {
            expression.value(frame);
            return Next.GO_ON;
        }
    }

    static final class Assign extends Statement {
        private final List<Target> targets;
        private final Node value;

        Assign(List<Target> targets, Node value) {
            this.targets = targets;
            this.value = value;
        }

        @Override
        Next run(Frame frame) {
            Object assigned = value.value(frame);
            for (Target target : targets) {
                target.assign(frame, assigned);
            }
            return Next.GO_ON;
        }
    }

    /// `x op= value`.
    static final class Update extends Statement implements Place {
        private final Target target;
        private final Operator operator;
        private final Node value;
        private final Span span;

        Update(Target target, Operator operator, Node value, Span span) {
            this.target = target;
            this.operator = operator;
            this.value = value;
            this.span = span;
        }

        @Override
        public Span span() {
            return span;
        }

        @Override
        Next run(Frame frame) {
            target.update(frame, before -> updated(before, frame));
            return Next.GO_ON;
        }

        private Object updated(Object before, Frame frame) {
            Object operand = value.value(frame);
            if (operator == Operator.ADD && before instanceof ListValue list) {
                // Python extends the list itself, so that all variables that hold it see it.
                list.addAll(Values.sequence(operand, this), this);
                return list;
            }
            return Operations.Binary.apply(operator, before, operand, frame.run, this);
        }
    }

    static final class Return extends Statement {
        private final @Nullable Node value;

        Return(@Nullable Node value) {
            this.value = value;
        }

        @Override
        Next run(Frame frame) {
            frame.result = value == null ? None.NONE : value.value(frame);
            return Next.RETURN;
        }
    }

    static final class If extends Statement {
        private final Node condition;
        private final Statement then;
        private final Statement otherwise;

        If(Node condition, Statement then, Statement otherwise) {
            this.condition = condition;
            this.then = then;
            this.otherwise = otherwise;
        }

        @Override
        Next run(Frame frame) {
            return condition.holds(frame) ? then.run(frame) : otherwise.run(frame);
        }
    }

    /// `break` and `continue`.
    static final class Jump extends Statement {
        private final Next next;

        Jump(Next next) {
            this.next = next;
        }

        @Override
        Next run(Frame frame) {
            return next;
        }
    }
}

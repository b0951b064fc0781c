package sectile.script.code;

import java.util.List;
import sectile.base.diag.Span;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.script.problem.Place;
import sectile.sim.kernel.Handle;

/// Operators, comparisons, and the expressions that choose.
final class Operations {
    private Operations() {}

    static final class Binary extends Node {
        private final Operator operator;
        private final Node left;
        private final Node right;

        Binary(Operator operator, Node left, Node right, Span span) {
            super(span);
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        Object value(Frame frame) {
            return apply(operator, left.value(frame), right.value(frame), frame.run, this);
        }

        static Object apply(Operator operator, Object a, Object b, Activation run, Place at) {
            if (a instanceof Handle || b instanceof Handle) {
                return HandleMath.binary(run, operator, a, b, at.span());
            }
            HostValue host = a instanceof HostValue left ? left : b instanceof HostValue right ? right : null;
            Object result = host == null ? null : host.binary(operator, a, b, at);
            return result == null ? operator.apply(a, b, at) : result;
        }
    }

    static final class Minus extends Node {
        private final Node operand;

        Minus(Node operand, Span span) {
            super(span);
            this.operand = operand;
        }

        @Override
        Object value(Frame frame) {
            Object value = operand.value(frame);
            return switch (value) {
                case Handle handle -> HandleMath.negate(frame.run, handle, span);
                case HostValue host -> host.negated(this);
                default -> Operator.negate(value, this);
            };
        }
    }

    /// `+x` and `~x`.
    static final class Unary extends Node {
        private final boolean inverts;
        private final Node operand;

        Unary(boolean inverts, Node operand, Span span) {
            super(span);
            this.inverts = inverts;
            this.operand = operand;
        }

        @Override
        Object value(Frame frame) {
            Object value = operand.value(frame);
            if (value instanceof Handle && !inverts) {
                return value;
            }
            return inverts ? Operator.invert(value, this) : Operator.plus(value, this);
        }
    }

    static final class Not extends Node {
        private final Node operand;

        Not(Node operand, Span span) {
            super(span);
            this.operand = operand;
        }

        @Override
        Object value(Frame frame) {
            return holds(frame);
        }

        @Override
        boolean holds(Frame frame) {
            return !operand.holds(frame);
        }
    }

    /// `a < b`; a chain is [Chain].
    static final class Compare extends Node {
        private final Relation relation;
        private final Node left;
        private final Node right;

        Compare(Relation relation, Node left, Node right, Span span) {
            super(span);
            this.relation = relation;
            this.left = left;
            this.right = right;
        }

        @Override
        Object value(Frame frame) {
            return apply(relation, left.value(frame), right.value(frame), frame.run, this);
        }

        @Override
        boolean holds(Frame frame) {
            Object a = left.value(frame);
            Object b = right.value(frame);
            if (isForeign(a) || isForeign(b)) {
                return truth(apply(relation, a, b, frame.run, this), frame.run, this);
            }
            return relation.holds(a, b, this);
        }

        private static boolean isForeign(Object value) {
            return value instanceof Handle || value instanceof HostValue;
        }

        static Object apply(Relation relation, Object a, Object b, Activation run, Place at) {
            boolean identity = relation == Relation.IS || relation == Relation.IS_NOT;
            if (identity || !(isForeign(a) || isForeign(b))) {
                return relation.holds(a, b, at);
            }
            HostValue host = a instanceof HostValue left ? left : b instanceof HostValue right ? right : null;
            if (host == null) {
                return HandleMath.compare(run, relation, a, b, at.span());
            }
            Object result = host.compare(relation, a, b, at);
            return result == null ? (Object) relation.holds(a, b, at) : result;
        }
    }

    /// `a < b <= c`: every operand once, and no more of them than needed.
    static final class Chain extends Node {
        private final List<Relation> relations;
        private final List<Node> operands;

        Chain(List<Relation> relations, List<Node> operands, Span span) {
            super(span);
            this.relations = relations;
            this.operands = operands;
        }

        @Override
        Object value(Frame frame) {
            Object left = operands.getFirst().value(frame);
            Object result = true;
            for (int i = 0; i < relations.size(); i++) {
                Object right = operands.get(i + 1).value(frame);
                result = Compare.apply(relations.get(i), left, right, frame.run, this);
                if (!truth(result, frame.run, this)) {
                    break;
                }
                left = right;
            }
            return result;
        }
    }

    /// `a and b`, `a or b`: the first operand that decides.
    static final class Logical extends Node {
        private final boolean or;
        private final List<Node> operands;

        Logical(boolean or, List<Node> operands, Span span) {
            super(span);
            this.or = or;
            this.operands = operands;
        }

        @Override
        Object value(Frame frame) {
            int last = operands.size() - 1;
            for (int i = 0; i < last; i++) {
                Object value = operands.get(i).value(frame);
                if (truth(value, frame.run, this) == or) {
                    return value;
                }
            }
            return operands.get(last).value(frame);
        }

        @Override
        boolean holds(Frame frame) {
            for (Node operand : operands) {
                if (operand.holds(frame) == or) {
                    return or;
                }
            }
            return !or;
        }
    }

    /// `a if c else b`.
    static final class Choice extends Node {
        private final Node condition;
        private final Node then;
        private final Node otherwise;

        Choice(Node condition, Node then, Node otherwise, Span span) {
            super(span);
            this.condition = condition;
            this.then = then;
            this.otherwise = otherwise;
        }

        @Override
        Object value(Frame frame) {
            return condition.holds(frame) ? then.value(frame) : otherwise.value(frame);
        }
    }
}

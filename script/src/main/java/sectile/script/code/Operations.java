package sectile.script.code;

import java.util.List;
import sectile.base.diag.Span;
import sectile.script.value.Operator;
import sectile.script.value.Problems;
import sectile.script.value.Relation;
import sectile.script.value.Values;
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
            return apply(operator, left.value(frame), right.value(frame), frame.run, span);
        }

        static Object apply(Operator operator, Object a, Object b, Activation run, Span at) {
            return a instanceof Handle || b instanceof Handle
                    ? HandleMath.binary(run, operator, a, b, at)
                    : operator.apply(a, b, at);
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
            if (value instanceof Double number) {
                return -number;
            }
            return value instanceof Handle handle
                    ? HandleMath.negate(frame.run, handle, span)
                    : Operator.SUB.apply(0L, value, span);
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
            return inverts ? Operator.XOR.apply(value, -1L, span) : Operator.ADD.apply(0L, value, span);
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
            return apply(relation, left.value(frame), right.value(frame), frame.run, span);
        }

        @Override
        boolean holds(Frame frame) {
            Object a = left.value(frame);
            Object b = right.value(frame);
            if (a instanceof Handle || b instanceof Handle) {
                return truth(apply(relation, a, b, frame.run, span), frame.run, span);
            }
            return relation.holds(a, b, span);
        }

        static Object apply(Relation relation, Object a, Object b, Activation run, Span at) {
            boolean elements = (a instanceof Handle || b instanceof Handle)
                    && relation != Relation.IS
                    && relation != Relation.IS_NOT;
            return elements ? HandleMath.compare(run, relation, a, b, at) : (Object) relation.holds(a, b, at);
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
                result = Compare.apply(relations.get(i), left, right, frame.run, span);
                if (!truth(result, frame.run, span)) {
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
                if (truth(value, frame.run, span) == or) {
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

    /// For callers that need an int.
    static long whole(Object value, String what, Span at) {
        Long number = Values.toLong(value);
        if (number == null) {
            throw Problems.at(at, "TL-207", what + " is an int, not " + Values.kind(value), "");
        }
        return number;
    }
}

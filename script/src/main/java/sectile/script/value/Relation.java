package sectile.script.value;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import sectile.base.diag.Span;

/// Python's comparisons between two values that are no handles.
public enum Relation {
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">="),
    EQ("=="),
    NE("!="),
    IN("in"),
    NOT_IN("not in"),
    IS("is"),
    IS_NOT("is not");

    private final String text;

    Relation(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public static Optional<Relation> parse(String text) {
        return Arrays.stream(values())
                .filter(relation -> relation.text.equals(text))
                .findFirst();
    }

    /// Whether it holds.
    ///
    /// @param at the expression, for errors
    public boolean holds(Object a, Object b, Span at) {
        if (a instanceof Long x && b instanceof Long y && ordinal() <= NE.ordinal()) {
            return sign(Long.compare(x, y));
        }
        return switch (this) {
            case EQ -> equal(a, b);
            case NE -> !equal(a, b);
            case LT, LE, GT, GE -> ordered(a, b, at);
            case IN -> contains(a, b, at);
            case NOT_IN -> !contains(a, b, at);
            case IS -> same(a, b);
            case IS_NOT -> !same(a, b);
        };
    }

    private boolean sign(int comparison) {
        return switch (this) {
            case LT -> comparison < 0;
            case LE -> comparison <= 0;
            case GT -> comparison > 0;
            case GE -> comparison >= 0;
            case EQ -> comparison == 0;
            case NE -> comparison != 0;
            case IN, NOT_IN, IS, IS_NOT -> throw new IllegalStateException(text + " is no order");
        };
    }

    private boolean ordered(Object a, Object b, Span at) {
        if (Values.isNumber(a) && Values.isNumber(b)) {
            Long x = Values.toLong(a);
            Long y = Values.toLong(b);
            if (x != null && y != null) {
                return sign(Long.compare(x, y));
            }
            double p = Values.toDouble(a);
            double q = Values.toDouble(b);
            return switch (this) {
                case LT -> p < q;
                case LE -> p <= q;
                case GT -> p > q;
                case GE -> p >= q;
                case EQ, NE, IN, NOT_IN, IS, IS_NOT -> throw new IllegalStateException(text + " is no order");
            };
        }
        return sign(compare(a, b, at));
    }

    /// The order of two values of one kind, for sorting, too.
    public static int compare(Object a, Object b, Span at) {
        if (Values.isNumber(a) && Values.isNumber(b)) {
            Long x = Values.toLong(a);
            Long y = Values.toLong(b);
            return x != null && y != null ? Long.compare(x, y) : Double.compare(Values.toDouble(a), Values.toDouble(b));
        }
        if (a instanceof String x && b instanceof String y) {
            return x.compareTo(y);
        }
        if ((a instanceof TupleValue && b instanceof TupleValue)
                || (a instanceof ListValue && b instanceof ListValue)) {
            Sequence x = (Sequence) a;
            Sequence y = (Sequence) b;
            for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
                if (!equal(x.at(i), y.at(i))) {
                    return compare(x.at(i), y.at(i), at);
                }
            }
            return Integer.compare(x.size(), y.size());
        }
        throw Problems.at(
                at, "TL-201", Values.kind(a) + " and " + Values.kind(b) + " have no order", "compare equal kinds");
    }

    private static boolean same(Object a, Object b) {
        return a == b || (a instanceof Boolean && a.equals(b));
    }

    private static boolean contains(Object element, Object container, Span at) {
        if (container instanceof String text) {
            if (element instanceof String part) {
                return text.contains(part);
            }
            throw Problems.at(at, "TL-201", "a string does not contain " + Values.kind(element), "");
        }
        if (container instanceof DictValue dict) {
            return dict.get(element, at) != null;
        }
        Sequence sequence = Values.sequence(container, at);
        for (int i = 0; i < sequence.size(); i++) {
            if (equal(element, sequence.at(i))) {
                return true;
            }
        }
        return false;
    }

    /// Python's `==`.
    public static boolean equal(Object a, Object b) {
        if (a == b) {
            return !(a instanceof Double number) || !number.isNaN();
        }
        if (Values.isNumber(a) && Values.isNumber(b)) {
            Long x = Values.toLong(a);
            Long y = Values.toLong(b);
            boolean whole = x != null && y != null;
            return whole ? Objects.equals(x, y) : Values.toDouble(a) == Values.toDouble(b);
        }
        if (a instanceof String) {
            return a.equals(b);
        }
        if ((a instanceof TupleValue && b instanceof TupleValue)
                || (a instanceof ListValue && b instanceof ListValue)
                || (a instanceof RangeValue && b instanceof RangeValue)) {
            return equalElements((Sequence) a, (Sequence) b);
        }
        if (a instanceof DictValue x && b instanceof DictValue y) {
            return x.size() == y.size() && containsAll(x, y);
        }
        return false;
    }

    private static boolean containsAll(DictValue all, DictValue part) {
        TupleValue items = part.items();
        for (int i = 0; i < items.size(); i++) {
            TupleValue item = (TupleValue) items.at(i);
            Object value = all.get(item.at(0), Span.none());
            if (value == null || !equal(value, item.at(1))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalElements(Sequence a, Sequence b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.at(i), b.at(i))) {
                return false;
            }
        }
        return true;
    }
}

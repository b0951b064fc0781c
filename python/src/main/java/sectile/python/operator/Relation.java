package sectile.python.operator;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import sectile.python.value.DictValue;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.RangeValue;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;

/// Python's comparisons between two of its values.
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
    public boolean holds(Object a, Object b, Site site) {
        if (a instanceof Long x && b instanceof Long y && ordinal() <= NE.ordinal()) {
            return sign(Long.compare(x, y));
        }
        return switch (this) {
            case EQ -> equal(a, b);
            case NE -> !equal(a, b);
            case LT, LE, GT, GE -> ordered(a, b, site);
            case IN -> contains(a, b, site);
            case NOT_IN -> !contains(a, b, site);
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
            case IN, NOT_IN, IS, IS_NOT -> throw new IllegalStateException("`" + text + "` is not an order");
        };
    }

    private boolean ordered(Object a, Object b, Site site) {
        // Nothing is smaller or greater than what is not a number.
        return !isNan(a) && !isNan(b) && sign(compare(a, b, site));
    }

    private static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    /// The order of two values that can be compared, for sorting; NaN comes last.
    public static int compare(Object a, Object b, Site site) {
        if (Values.isNumber(a) && Values.isNumber(b)) {
            return compareNumbers(a, b);
        }
        if (a instanceof String x && b instanceof String y) {
            return Arrays.compare(x.codePoints().toArray(), y.codePoints().toArray());
        }
        if ((a instanceof TupleValue && b instanceof TupleValue)
                || (a instanceof ListValue && b instanceof ListValue)) {
            Sequence x = (Sequence) a;
            Sequence y = (Sequence) b;
            for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
                if (!equalElements(x.at(i), y.at(i))) {
                    return compare(x.at(i), y.at(i), site);
                }
            }
            return Integer.compare(x.size(), y.size());
        }
        Object foreign = Values.isForeign(a) ? a : b;
        throw site.fault(
                Fault.TYPE,
                Values.kind(a, site) + " and " + Values.kind(b, site) + " cannot be ordered",
                Values.isForeign(foreign) ? site.hint("<", foreign) : "compare values of one type");
    }

    private static int compareNumbers(Object a, Object b) {
        if (a instanceof Double x && b instanceof Double y) {
            return compareFloats(x, y);
        }
        if (a instanceof Double x) {
            return -compareToFloat(b, x);
        }
        return b instanceof Double y ? compareToFloat(a, y) : Ints.big(a).compareTo(Ints.big(b));
    }

    private static int compareFloats(double a, double b) {
        return a == b ? 0 : Double.compare(a, b);
    }

    /// An int against a float, exactly.
    private static int compareToFloat(Object whole, double number) {
        Long small = Ints.small(whole);
        if (small != null && IntMath.isExact(small)) {
            return compareFloats(small, number);
        }
        if (!Double.isFinite(number)) {
            return compareFloats(0, number);
        }
        return new BigDecimal(Ints.big(whole)).compareTo(new BigDecimal(number));
    }

    private static boolean same(Object a, Object b) {
        return a == b || (a instanceof Boolean && a.equals(b));
    }

    private static boolean contains(Object element, Object container, Site site) {
        if (container instanceof String text) {
            if (element instanceof String part) {
                return text.contains(part);
            }
            throw site.fault(Fault.TYPE, "a string does not contain " + Values.kind(element, site));
        }
        if (container instanceof DictValue dict) {
            return dict.get(element, site) != null;
        }
        Sequence sequence = Values.sequence(container, site);
        for (int i = 0; i < sequence.size(); i++) {
            if (equalElements(element, sequence.at(i))) {
                return true;
            }
        }
        return false;
    }

    /// Python's `==`.
    public static boolean equal(Object a, Object b) {
        if (Values.isNumber(a) && Values.isNumber(b)) {
            return !isNan(a) && !isNan(b) && compareNumbers(a, b) == 0;
        }
        if ((a instanceof TupleValue && b instanceof TupleValue)
                || (a instanceof ListValue && b instanceof ListValue)
                || (a instanceof RangeValue && b instanceof RangeValue)) {
            return equalSequences((Sequence) a, (Sequence) b);
        }
        if (a instanceof DictValue x && b instanceof DictValue y) {
            return x.size() == y.size() && containsAll(x, y);
        }
        return !(a instanceof Sequence) && !(a instanceof DictValue) && a.equals(b);
    }

    /// As containers compare: a value equals itself, even if it is not a number.
    private static boolean equalElements(Object a, Object b) {
        return a == b || equal(a, b);
    }

    private static boolean containsAll(DictValue all, DictValue part) {
        TupleValue items = part.items();
        for (int i = 0; i < items.size(); i++) {
            TupleValue item = (TupleValue) items.at(i);
            Object value = all.find(item.at(0));
            if (value == null || !equalElements(value, item.at(1))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalSequences(Sequence a, Sequence b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equalElements(a.at(i), b.at(i))) {
                return false;
            }
        }
        return true;
    }
}

package sectile.python.value;

import java.math.BigInteger;

/// What all values have in common.
public final class Values {
    private Values() {}

    /// The type of a value with its article, for messages.
    public static String kind(Object value, Site site) {
        return switch (value) {
            case Boolean _ -> "a bool";
            case Long _ -> "an int";
            case BigInteger _ -> "an int";
            case Double _ -> "a float";
            case String _ -> "a string";
            case None _ -> "None";
            case TupleValue _ -> "a tuple";
            case ListValue _ -> "a list";
            case DictValue _ -> "a dict";
            case RangeValue _ -> "a range";
            default -> site.kind(value);
        };
    }

    /// Whether a value belongs to the dialect, not to Python.
    public static boolean isForeign(Object value) {
        return switch (value) {
            case Boolean _, Long _, BigInteger _, Double _, String _, None _, Sequence _, DictValue _ -> false;
            default -> true;
        };
    }

    /// Makes a value of the module unchangeable, and everything in it.
    public static void freeze(Object value) {
        switch (value) {
            case ListValue list -> list.freeze();
            case DictValue dict -> dict.freeze();
            case TupleValue tuple -> {
                for (int i = 0; i < tuple.size(); i++) {
                    freeze(tuple.at(i));
                }
            }
            default -> {}
        }
    }

    /// Whether a value counts as true.
    public static boolean truth(Object value, Site site) {
        return switch (value) {
            case Boolean truth -> truth;
            case Long number -> number != 0;
            case BigInteger _ -> true;
            case Double number -> number != 0;
            case String text -> !text.isEmpty();
            case None _ -> false;
            case Sequence sequence -> sequence.size() > 0;
            case DictValue dict -> dict.size() > 0;
            default -> site.truth(value);
        };
    }

    /// The values a loop iterates over.
    public static Sequence sequence(Object value, Site site) {
        return switch (value) {
            case Sequence sequence -> sequence;
            case DictValue dict -> dict.keys();
            case String text ->
                new TupleValue(text.codePoints().mapToObj(Character::toString).toArray());
            default ->
                throw site.fault(
                        Fault.TYPE,
                        kind(value, site) + " has no elements to iterate over",
                        value instanceof Long ? "did you mean range(" + value + ")?" : "");
        };
    }

    /// The same as an array of its own.
    public static Object[] elements(Object value, Site site) {
        Sequence values = sequence(value, site);
        Sizes.check(values.size(), site);
        return values.copy();
    }

    /// How many elements a value has.
    public static long length(Object value, Site site) {
        return switch (value) {
            case Sequence sequence -> sequence.size();
            case DictValue dict -> dict.size();
            case String text -> text.codePointCount(0, text.length());
            default -> throw site.fault(Fault.TYPE, kind(value, site) + " has no length", site.hint("len", value));
        };
    }

    public static boolean isNumber(Object value) {
        return value instanceof Double || Ints.isInt(value);
    }

    /// A number as a float.
    public static double toDouble(Object value, Site site) {
        return switch (value) {
            case Long number -> number;
            case Double number -> number;
            case Boolean truth -> truth ? 1 : 0;
            case BigInteger number -> {
                double nearest = number.doubleValue();
                if (Double.isInfinite(nearest)) {
                    throw site.fault(Fault.OVERFLOW, "the int is too large for a float");
                }
                yield nearest;
            }
            default -> throw site.fault(Fault.TYPE, "expected a number, not " + kind(value, site));
        };
    }
}

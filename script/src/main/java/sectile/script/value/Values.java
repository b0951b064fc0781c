package sectile.script.value;

import sectile.base.diag.Span;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.RecvFuture;

/// What all values have in common.
public final class Values {
    private Values() {}

    /// What Python calls the type, for messages.
    public static String kind(Object value) {
        return switch (value) {
            case Boolean _ -> "a bool";
            case Long _ -> "an int";
            case Double _ -> "a float";
            case String _ -> "a string";
            case None _ -> "None";
            case TupleValue _ -> "a tuple";
            case ListValue _ -> "a list";
            case DictValue _ -> "a dict";
            case RangeValue _ -> "a range";
            case Handle _ -> "a handle";
            case RecvFuture _ -> "a future";
            default -> value.getClass().getSimpleName();
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

    /// Whether a value counts as true, if that needs no machine: not for handles.
    public static boolean truth(Object value, Span at) {
        return switch (value) {
            case Boolean truth -> truth;
            case Long number -> number != 0;
            case Double number -> number != 0;
            case String text -> !text.isEmpty();
            case None _ -> false;
            case Sequence sequence -> sequence.size() > 0;
            case DictValue dict -> dict.size() > 0;
            default ->
                throw Problems.at(
                        at, "TL-201", kind(value) + " is neither true nor false", "compare it with something");
        };
    }

    /// The values a loop goes over.
    public static Sequence sequence(Object value, Span at) {
        return switch (value) {
            case Sequence sequence -> sequence;
            case DictValue dict -> dict.keys();
            case String text ->
                new TupleValue(text.codePoints().mapToObj(Character::toString).toArray());
            default ->
                throw Problems.at(
                        at,
                        "TL-201",
                        kind(value) + " has no elements to go over",
                        value instanceof Long ? "did you mean range(" + value + ")?" : "");
        };
    }

    /// The same as an array of its own.
    public static Object[] elements(Object value, Span at) {
        Sequence values = sequence(value, at);
        Sizes.check(values.size(), at);
        return values.copy();
    }

    /// How many elements a value has.
    public static long length(Object value, Span at) {
        return switch (value) {
            case Sequence sequence -> sequence.size();
            case DictValue dict -> dict.size();
            case String text -> text.codePointCount(0, text.length());
            default ->
                throw Problems.at(
                        at,
                        "TL-201",
                        kind(value) + " has no length",
                        value instanceof Handle ? "its extents are in .shape" : "");
        };
    }

    public static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Double || value instanceof Boolean;
    }

    /// A number as a float.
    public static double toDouble(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> number;
            case Boolean truth -> truth ? 1 : 0;
            default -> throw new IllegalArgumentException(kind(value) + " is no number");
        };
    }

    /// A number as an operation of the machine takes it: an int or a bool as a `Long`, which keeps its 64 bits.
    public static Number toNumber(Object value) {
        return value instanceof Long number
                ? number
                : value instanceof Boolean truth ? truth ? 1L : 0L : toDouble(value);
    }

    /// An int or a bool as an int; null is for neither.
    public static @org.jspecify.annotations.Nullable Long toLong(Object value) {
        return switch (value) {
            case Long number -> number;
            case Boolean truth -> truth ? 1L : 0L;
            default -> null;
        };
    }
}

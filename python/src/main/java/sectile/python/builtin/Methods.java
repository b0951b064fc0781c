package sectile.python.builtin;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import sectile.base.diag.Nearest;
import sectile.python.value.DictValue;
import sectile.python.value.Fault;
import sectile.python.value.ListValue;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Values;

/// The methods of values.
public final class Methods {
    private Methods() {}

    /// Whether some type has a method of this name.
    public static boolean exists(String name) {
        return named(name).findAny().isPresent();
    }

    public static List<String> names() {
        return List.copyOf(
                new TreeSet<>(tables().flatMap(table -> table.keySet().stream()).toList()));
    }

    /// How many arguments a method takes at least, over all types that have it.
    public static int least(String name) {
        return named(name).mapToInt(Method::least).min().orElse(0);
    }

    /// How many arguments a method takes at most, over all types that have it.
    public static int most(String name) {
        return named(name).mapToInt(Method::most).max().orElse(0);
    }

    private static Stream<Map<String, ? extends Method<?>>> tables() {
        return Stream.of(
                StringMethods.ALL,
                ListMethods.ALL,
                ListMethods.OF_SEQUENCES,
                DictMethods.ALL,
                NumberMethods.OF_INTS,
                NumberMethods.OF_FLOATS);
    }

    private static Stream<Method<?>> named(String name) {
        return tables().filter(table -> table.containsKey(name)).map(table -> table.get(name));
    }

    /// Calls a method.
    public static Object call(Object owner, String name, Object[] arguments, Site site) {
        return switch (owner) {
            case String text -> call(StringMethods.ALL, text, name, arguments, site);
            case ListValue list -> call(ListMethods.ALL, list, name, arguments, site);
            case Sequence sequence -> call(ListMethods.OF_SEQUENCES, sequence, name, arguments, site);
            case DictValue dict -> call(DictMethods.ALL, dict, name, arguments, site);
            case Long _, Boolean _, BigInteger _ -> call(NumberMethods.OF_INTS, owner, name, arguments, site);
            case Double number -> call(NumberMethods.OF_FLOATS, number, name, arguments, site);
            default -> call(Map.<String, Method<Object>>of(), owner, name, arguments, site);
        };
    }

    private static <T> Object call(Map<String, Method<T>> table, T owner, String name, Object[] arguments, Site site) {
        Method<T> method = table.get(name);
        if (method == null) {
            throw site.fault(
                    Fault.ATTRIBUTE,
                    Values.kind(owner, site) + " has no method `" + name + "`",
                    Nearest.hint(name, new TreeSet<>(table.keySet())));
        }
        if (arguments.length < method.least() || arguments.length > method.most()) {
            throw site.fault(
                    Fault.TYPE,
                    "`" + name + "` of " + Values.kind(owner, site) + " does not take " + arguments.length
                            + " arguments");
        }
        return method.body().call(owner, arguments, site);
    }
}

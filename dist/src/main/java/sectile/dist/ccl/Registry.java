package sectile.dist.ccl;

import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;

/// Things that a ccl.yaml chooses by name, or by the name of a user's class with a public constructor without
/// arguments.
public final class Registry<T> {
    private final String what;
    private final Class<T> type;
    private final SequencedMap<String, T> named;

    /// @param what the key in a ccl.yaml, like `mapper`
    public Registry(String what, Class<T> type, SequencedMap<String, T> named) {
        this.what = what;
        this.type = type;
        this.named = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(named));
    }

    public List<String> names() {
        return List.copyOf(named.keySet());
    }

    /// The same with one more, or with another one under a name.
    public Registry<T> with(String name, T thing) {
        SequencedMap<String, T> more = new LinkedHashMap<>(named);
        more.put(name, thing);
        return new Registry<>(what, type, more);
    }

    /// Finds one.
    ///
    /// @param at where the name is
    public T find(String name, Span at) {
        T found = named.get(name);
        if (found != null) {
            return found;
        }
        if (name.indexOf('.') < 0) {
            String hint = Nearest.hint(name, named.keySet());
            throw CclErrors.error(DistCode.UNKNOWN_ENTRY, at, "there is no " + what + " `" + name + "`", hint);
        }
        return byClass(name, at);
    }

    private T byClass(String name, Span at) {
        try {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            Class<?> found = Class.forName(name, true, context == null ? type.getClassLoader() : context);
            if (!type.isAssignableFrom(found)) {
                String hint = "it must implement " + type.getName();
                throw CclErrors.error(
                        DistCode.WRONG_INTERFACE, at, "class " + name + " does not implement " + what, hint);
            }
            return type.cast(found.getConstructor().newInstance());
        } catch (ClassNotFoundException e) {
            String hint = "a built-in " + what + " is " + Nearest.listing(named.keySet())
                    + "; SECTILE_CLASSPATH says where classes of your own are";
            throw CclErrors.error(DistCode.CLASS_NOT_FOUND, at, "class " + name + " is not on the class path", hint);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
            String hint = "it needs a public constructor without arguments";
            throw CclErrors.error(DistCode.NO_CONSTRUCTOR, at, "class " + name + " cannot be made", hint);
        } catch (InvocationTargetException e) {
            throw CclErrors.error(
                    DistCode.CONSTRUCTOR_FAILED, at, "the constructor of " + name + " threw " + e.getCause(), "");
        }
    }
}

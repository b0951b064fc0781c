package sectile.script.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import sectile.base.diag.Nearest;
import sectile.script.code.Callable;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// The members of a type of host values: attributes, which are computed, and methods, which are rows.
///
/// @param <T> the type
final class Members<T> {
    private final String kind;
    private final SequencedMap<String, Function<T, Object>> attributes = new LinkedHashMap<>();
    private final SequencedMap<String, Method<T>> methods = new LinkedHashMap<>();

    /// What a method does.
    @FunctionalInterface
    interface Body<T> {
        Object call(T owner, Bound arguments);
    }

    private record Method<T>(Signature signature, Body<T> body) {}

    /// @param kind what messages call the type, with its article
    Members(String kind) {
        this.kind = kind;
    }

    Members<T> attribute(String name, Function<T, Object> value) {
        attributes.put(name, value);
        return this;
    }

    Members<T> method(String name, String signature, Body<T> body) {
        methods.put(name, new Method<>(Signature.of(signature), body));
        return this;
    }

    Object of(T owner, String name, Place at) {
        Function<T, Object> attribute = attributes.get(name);
        if (attribute != null) {
            return attribute.apply(owner);
        }
        Method<T> method = methods.get(name);
        if (method != null) {
            Callable row = new Row(
                    kind.substring(kind.indexOf(' ') + 1) + "." + name,
                    method.signature,
                    arguments -> method.body.call(owner, arguments));
            return row;
        }
        throw Problems.at(
                at.span(),
                TextCode.NO_SUCH_MEMBER,
                kind + " has no member `" + name + "`",
                Nearest.hint(name, names()));
    }

    List<String> names() {
        Map<String, Object> all = new LinkedHashMap<>(attributes);
        all.putAll(methods);
        return List.copyOf(all.keySet());
    }
}

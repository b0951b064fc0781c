package sectile.script.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.value.None;
import sectile.script.code.Callable;
import sectile.script.code.Given;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// A function that host programs can call.
///
/// @param path how programs write it, such as `torch.zeros`
record Row(String path, Signature signature, Body body) implements Callable, HostValue {
    /// What it does; None for null is up to [Bound].
    @FunctionalInterface
    interface Body {
        Object call(Bound arguments);
    }

    /// A function that returns nothing.
    @FunctionalInterface
    interface Action {
        void call(Bound arguments);
    }

    static Row of(String path, String signature, Body body) {
        return new Row(path, Signature.of(signature), body);
    }

    static Row action(String path, String signature, Action body) {
        return of(path, signature, arguments -> {
            body.call(arguments);
            return None.NONE;
        });
    }

    /// The last part of the path.
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    @Override
    public String kind() {
        return "a function";
    }

    @Override
    public Object member(String name, Place at) {
        throw Problems.at(
                at.span(), TextCode.NO_SUCH_ATTRIBUTE, "`" + path + "` has no member `" + name + "`", "call it");
    }

    @Override
    public Object call(Given given) {
        return body.call(new Bound(this, given, bind(given)));
    }

    private Map<String, Bound.Argument> bind(Given given) {
        Map<String, Bound.Argument> bound = new LinkedHashMap<>();
        List<Bound.Argument> rest = new ArrayList<>();
        List<Signature.Parameter> parameters = signature.parameters();
        int next = 0;
        for (int i = 0; i < given.values().size(); i++) {
            Bound.Argument argument = new Bound.Argument(given.values().get(i), given.spanOf(i));
            if (next < parameters.size() && parameters.get(next).rest()) {
                rest.add(argument);
            } else if (next < parameters.size()) {
                bound.put(parameters.get(next++).name(), argument);
            } else {
                throw wrong(
                        given.spanOf(i),
                        "`" + path + "` takes " + parameters.size()
                                + (parameters.size() == 1 ? " argument" : " arguments") + ", not "
                                + given.values().size());
            }
        }
        given.named().forEach((name, value) -> {
            Span at = given.spanOf(name);
            if (signature.find(name).isEmpty()) {
                throw Problems.at(
                        at,
                        TextCode.HOST_CALL,
                        "`" + path + "` has no parameter `" + name + "`",
                        Nearest.of(name, signature.names())
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse(shown()));
            }
            if (bound.put(name, new Bound.Argument(value, at)) != null) {
                throw wrong(at, "`" + name + "` is given twice");
            }
        });
        for (Signature.Parameter parameter : parameters) {
            Object fallback = parameter.fallback();
            if (parameter.rest() && !bound.containsKey(parameter.name())) {
                bound.put(parameter.name(), new Bound.Argument(rest, given.span()));
            } else if (!bound.containsKey(parameter.name()) && fallback != null) {
                bound.put(parameter.name(), new Bound.Argument(fallback, given.span()));
            } else if (!bound.containsKey(parameter.name())) {
                throw wrong(given.span(), "`" + path + "` needs `" + parameter.name() + "`");
            }
        }
        return bound;
    }

    private RuntimeException wrong(Span at, String message) {
        return Problems.at(at, TextCode.HOST_CALL, message, shown());
    }

    private String shown() {
        return path + "(" + signature.text() + ")";
    }

    @Override
    public String toString() {
        return "<function " + path + ">";
    }
}

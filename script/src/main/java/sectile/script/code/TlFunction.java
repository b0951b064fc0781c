package sectile.script.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// An operation of the kernel interface under its name in texts.
///
/// @param rest whether the last parameter takes any number of arguments
record TlFunction(String name, List<TlParameter> parameters, boolean rest, Body body) {
    /// What it does with arguments that have their final form; null for what is not given.
    interface Body {
        Object call(Activation run, @Nullable Object[] arguments, Span at);
    }

    /// The parameter an argument belongs to.
    TlParameter parameter(int argument) {
        return parameters.get(Math.min(argument, parameters.size() - 1));
    }

    List<String> parameterNames() {
        return parameters.stream().map(TlParameter::name).toList();
    }
}

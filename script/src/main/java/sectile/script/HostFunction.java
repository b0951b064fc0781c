package sectile.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.script.code.Activation;
import sectile.script.code.FunctionCode;
import sectile.script.problem.TextCode;

/// A function of a text that runs on the host, before a launch. It asks for what it wants by the names of its
/// parameters.
public final class HostFunction {
    private final FunctionCode code;
    private final Consumer<String> printed;

    HostFunction(FunctionCode code, Consumer<String> printed) {
        this.code = code;
        this.printed = printed;
    }

    public Span span() {
        return code.span();
    }

    /// Whether it asks for something by this name.
    public boolean asksFor(String name) {
        return code.parameterNames().contains(name);
    }

    /// Calls it.
    ///
    /// @param known what parameters may ask for, by name
    public Object call(Map<String, Object> known) {
        List<Object> arguments = new ArrayList<>();
        List<@Nullable Object> values = code.byName(known);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value == null) {
                FunctionCode.Parameter parameter = code.parameters().get(i);
                throw new DiagnosticException(Diagnostic.error(
                                TextCode.UNKNOWN_REQUEST,
                                parameter.span(),
                                "`" + code.name() + "` asks for `" + parameter.name() + "`, which is not known here")
                        .note(Span.none(), "known are " + String.join(", ", known.keySet()))
                        .hint(Nearest.of(parameter.name(), known.keySet())
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse("give the parameter a default")));
            }
            arguments.add(value);
        }
        return code.call(Activation.onHost(printed), arguments);
    }
}

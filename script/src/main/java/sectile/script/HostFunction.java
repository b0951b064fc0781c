package sectile.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.script.code.Activation;
import sectile.script.code.FunctionCode;
import sectile.script.problem.Problems;

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

    /// Calls it.
    ///
    /// @param known what parameters may ask for, by name
    public Object call(Map<String, Object> known) {
        List<Object> arguments = new ArrayList<>();
        for (FunctionCode.Parameter parameter : code.parameters()) {
            Object value = known.get(parameter.name());
            if (value == null) {
                value = parameter.value();
            }
            if (value == null) {
                throw Problems.at(
                        parameter.span(),
                        "TL-301",
                        "`" + code.name() + "` asks for `" + parameter.name() + "`, which is not known here",
                        Nearest.hint(parameter.name(), known.keySet()));
            }
            arguments.add(value);
        }
        return code.call(Activation.onHost(printed), arguments);
    }
}

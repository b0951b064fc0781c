package sectile.script.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// A function of the text, ready to run.
public final class FunctionCode {
    private final String name;
    private final Span span;
    private final List<Parameter> parameters;
    private final List<String> signature;
    private int slots;
    private Statement body = new Statements.Block(List.of());

    /// A parameter other than `tl`.
    ///
    /// @param value its default, null if there is none
    public record Parameter(
            String name, Span span, @Nullable Object value) {}

    /// @param signature the names of all parameters, `tl` among them
    FunctionCode(String name, Span span, List<Parameter> parameters, List<String> signature) {
        this.name = name;
        this.span = span;
        this.parameters = List.copyOf(parameters);
        this.signature = List.copyOf(signature);
    }

    /// The body comes later, because it may call its own function.
    void complete(Statement code, int slotCount) {
        body = code;
        slots = slotCount;
    }

    public String name() {
        return name;
    }

    /// Where it is defined.
    public Span span() {
        return span;
    }

    /// All parameters but `tl`, in order.
    public List<Parameter> parameters() {
        return parameters;
    }

    public List<String> parameterNames() {
        return parameters.stream().map(Parameter::name).toList();
    }

    /// The names of all parameters, `tl` among them.
    List<String> signature() {
        return signature;
    }

    public boolean takesTl() {
        return signature.contains(Scope.TL);
    }

    /// Room for the variables of a call; the first ones are the parameters.
    @Nullable
    Object[] variables() {
        return new @Nullable Object[slots];
    }

    /// Calls it with a value for every parameter but `tl`.
    public Object call(Activation run, List<Object> arguments) {
        @Nullable Object[] variables = variables();
        for (int i = 0; i < arguments.size(); i++) {
            variables[i] = arguments.get(i);
        }
        return call(run, variables, span);
    }

    Object call(Activation run, @Nullable Object[] variables, Span at) {
        run.enterFunction(name, at);
        Frame frame = new Frame(variables, run);
        body.run(frame);
        run.leaveFunction();
        return frame.result;
    }
}

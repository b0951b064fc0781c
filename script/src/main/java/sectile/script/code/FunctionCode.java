package sectile.script.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.value.DictValue;
import sectile.python.value.TupleValue;

/// A function of the text, ready to run.
public final class FunctionCode {
    private final String name;
    private final Span span;
    private final List<Parameter> parameters;
    private final List<String> signature;
    private int slots;
    private Statement body = new Statements.Block(List.of());

    /// Which arguments a parameter takes.
    public enum Kind {
        /// One.
        ONE,
        /// `*name`: a tuple of those that are left over.
        REST,
        /// `**name`: a dict of those given by a name that is not another parameter's.
        NAMED_REST
    }

    /// A parameter other than `tl`.
    ///
    /// @param value its default, null if there is none; of a rest what it is if nothing is left over
    public record Parameter(
            String name, Span span, @Nullable Object value, Kind kind) {
        static Parameter rest(String name, Span span, Kind kind) {
            return new Parameter(name, span, kind == Kind.REST ? new TupleValue() : new DictValue(), kind);
        }
    }

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

    Optional<Parameter> parameter(Kind kind) {
        return parameters.stream().filter(parameter -> parameter.kind() == kind).findFirst();
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
        return call(run, variables, span, null);
    }

    Object call(Activation run, @Nullable Object[] variables, Span at, @Nullable Frame outer) {
        run.enterFunction(name, at);
        Frame frame = new Frame(variables, run, outer);
        body.run(frame);
        run.leaveFunction();
        return frame.result;
    }

    /// A value for every parameter from what a caller knows by name: each parameter takes its own, `**name` the rest.
    ///
    /// @return the values, null in the place of a parameter that gets none
    public List<@Nullable Object> byName(Map<String, Object> known) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Parameter parameter : parameters) {
            Object value = parameter.kind() == Kind.ONE ? known.get(parameter.name()) : null;
            values.add(parameter.kind() == Kind.NAMED_REST ? rest(known) : value == null ? parameter.value() : value);
        }
        return values;
    }

    private DictValue rest(Map<String, Object> known) {
        DictValue rest = new DictValue();
        List<String> names = parameterNames();
        known.forEach((key, value) -> {
            if (!names.contains(key)) {
                rest.put(key, value, sectile.script.problem.Place.at(span));
            }
        });
        return rest;
    }
}

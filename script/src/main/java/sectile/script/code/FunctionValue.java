package sectile.script.code;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Nearest;
import sectile.python.value.DictValue;
import sectile.python.value.TupleValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// A function of a host program as a value, with the variables around its definition.
public final class FunctionValue implements Callable, HostValue {
    private final FunctionCode code;
    private final @Nullable Frame outer;

    FunctionValue(FunctionCode code, @Nullable Frame outer) {
        this.code = code;
        this.outer = outer;
    }

    public FunctionCode code() {
        return code;
    }

    @Override
    public String kind() {
        return "a function";
    }

    @Override
    public Object member(String name, Place at) {
        if (name.equals("__name__")) {
            return code.name();
        }
        throw Problems.at(at.span(), TextCode.NO_SUCH_ATTRIBUTE, "a function has no attribute `" + name + "`", "");
    }

    @Override
    public Object call(Given given) {
        @Nullable Object[] variables = code.variables();
        List<FunctionCode.Parameter> parameters = code.parameters();
        List<Object> rest = new ArrayList<>();
        DictValue namedRest = new DictValue();
        int next = 0;
        boolean open = true;
        for (int i = 0; i < given.values().size(); i++) {
            while (next < parameters.size() && open && parameters.get(next).kind() != FunctionCode.Kind.ONE) {
                open = false;
            }
            if (open && next < parameters.size()) {
                variables[next++] = given.values().get(i);
            } else if (code.parameter(FunctionCode.Kind.REST).isPresent()) {
                rest.add(given.values().get(i));
            } else {
                throw Problems.at(
                        given.spanOf(i),
                        TextCode.BAD_CALL,
                        "`" + code.name() + "` takes " + Arguments.count(parameters.size()) + ", not "
                                + given.values().size(),
                        shown());
            }
        }
        for (var entry : given.named().entrySet()) {
            int index = code.parameterNames().indexOf(entry.getKey());
            boolean known = index >= 0 && parameters.get(index).kind() == FunctionCode.Kind.ONE;
            if (known && variables[index] != null) {
                throw Problems.at(
                        given.spanOf(entry.getKey()),
                        TextCode.BAD_CALL,
                        "`" + entry.getKey() + "` is given twice",
                        "keep one of them");
            }
            if (known) {
                variables[index] = entry.getValue();
            } else if (code.parameter(FunctionCode.Kind.NAMED_REST).isPresent()) {
                namedRest.put(entry.getKey(), entry.getValue(), given);
            } else {
                throw Problems.at(
                        given.spanOf(entry.getKey()),
                        TextCode.BAD_CALL,
                        "`" + code.name() + "` has no parameter `" + entry.getKey() + "`",
                        Nearest.hint(entry.getKey(), code.parameterNames()));
            }
        }
        for (int i = 0; i < parameters.size(); i++) {
            switch (parameters.get(i).kind()) {
                case REST -> variables[i] = new TupleValue(rest.toArray());
                case NAMED_REST -> variables[i] = namedRest;
                case ONE -> {
                    if (variables[i] == null) {
                        variables[i] = parameters.get(i).value();
                    }
                    if (variables[i] == null) {
                        throw Problems.at(
                                given.span(),
                                TextCode.BAD_CALL,
                                "`" + code.name() + "` needs `"
                                        + parameters.get(i).name() + "`",
                                shown());
                    }
                }
            }
        }
        return code.call(given.run(), variables, given.span(), outer);
    }

    private String shown() {
        return code.name() + "(" + String.join(", ", code.parameterNames()) + ")";
    }

    @Override
    public String toString() {
        return "<function " + code.name() + ">";
    }
}

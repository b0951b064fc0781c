package sectile.ir.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Marks;
import sectile.ir.symbol.Role;

/// One function: its parameters first, then its statements.
public final class FunctionBuilder extends Control {
    private final ProgramBuilder program;
    private final String name;
    private final FunctionKind kind;
    private final Origin place;
    private final List<Param> params = new ArrayList<>();
    private final Map<String, Object> attrs = new LinkedHashMap<>();
    private @Nullable Level level;
    private @Nullable Role role;
    private @Nullable List<Type> results;

    FunctionBuilder(ProgramBuilder program, String name, FunctionKind kind, CallSite callSite) {
        super(callSite::origin);
        this.program = program;
        this.name = name;
        this.kind = kind;
        this.place = callSite.origin();
    }

    /// Only read.
    public Var in(String parameter, Type type) {
        return parameter(parameter, type, Direction.IN);
    }

    /// Written, and not read before.
    public Var out(String parameter, Type type) {
        return parameter(parameter, type, Direction.OUT);
    }

    /// Read and written.
    public Var inOut(String parameter, Type type) {
        return parameter(parameter, type, Direction.INOUT);
    }

    public Var parameter(String parameter, Type type, Direction direction) {
        return parameter(parameter, type, direction, Marks.NONE);
    }

    /// A parameter with marks, which belong to tensors.
    public Var parameter(String parameter, Type type, Direction direction, Marks marks) {
        Origin origin = origin();
        if (!isEmpty()) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.LATE_PARAMETER,
                    "`" + parameter + "` comes after the first statement",
                    "parameters first");
        }
        ProgramBuilder.identifier(parameter, "parameter", origin);
        if (params.stream().anyMatch(p -> p.name().equals(parameter))) {
            throw Mistake.at(
                    origin.span(), LanguageCode.PARAMETER_TWICE, "two parameters are named `" + parameter + "`");
        }
        if (direction != Direction.IN && !(type instanceof Shaped)) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.SCALAR_DIRECTION,
                    "`" + parameter + "` is " + Describe.type(type) + ", which cannot be written",
                    "return it instead");
        }
        if (!marks.isEmpty() && !(type instanceof TensorType)) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.MARK_OF_NO_TENSOR,
                    String.join(" and ", marks.surface()) + " of `" + parameter
                            + "`: a mark belongs to a tensor, found " + Describe.type(type),
                    "leave it out");
        }
        Var variable = new Var(parameter, type, origin);
        params.add(new Param(variable, direction, marks));
        return variable;
    }

    public FunctionBuilder level(Level newLevel) {
        level = newLevel;
        return this;
    }

    public FunctionBuilder role(Role newRole) {
        role = newRole;
        return this;
    }

    /// An attribute of the function, such as `external_source`.
    public FunctionBuilder with(String attribute, Object value) {
        attrs.put(attribute, value);
        return this;
    }

    /// What the function returns, if that is more or less than the first [#returns] says.
    public FunctionBuilder results(Type... types) {
        results = List.of(types);
        return this;
    }

    @Override
    void returned(List<Type> types, Origin origin) {
        if (results == null) {
            results = types;
            return;
        }
        boolean fits = results.size() == types.size();
        for (int i = 0; fits && i < types.size(); i++) {
            fits = results.get(i).join(types.get(i)).isPresent();
        }
        if (!fits) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.RETURNS_DIFFER,
                    "`" + name + "` returns " + describe(results) + ", here " + describe(types));
        }
    }

    private static String describe(List<Type> types) {
        return types.isEmpty()
                ? "nothing"
                : String.join(", ", types.stream().map(Describe::type).toList());
    }

    @Override
    Function callee(Function function, Origin origin) {
        return program.callee(function, origin);
    }

    Function build() {
        Stmt body = complete();
        return Function.of(name, kind, params, results == null ? List.of() : results, body, place)
                .withPlace(level, role)
                .withAttrs(Values.attrs(attrs, place.span()));
    }
}

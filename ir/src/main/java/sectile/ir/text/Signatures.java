package sectile.ir.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.ir.Param;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.Marks;
import sectile.ir.symbol.Role;
import sectile.python.syntax.Ast;

/// Parameters of a function: from annotations, and from the run or the call where those leave shapes open.
final class Signatures {
    private final ProgramLowering program;
    private final Declaration declaration;
    private final List<@Nullable Type> argumentTypes;
    private final List<Param> params = new ArrayList<>();
    private final Set<String> stated = new HashSet<>();
    private final Map<String, Val> constants = new LinkedHashMap<>();

    Signatures(ProgramLowering program, Declaration declaration, List<@Nullable Type> argumentTypes) {
        this.program = program;
        this.declaration = declaration;
        this.argumentTypes = argumentTypes;
        read();
    }

    /// The parameters whose direction is written.
    Set<String> stated() {
        return stated;
    }

    List<Param> params() {
        return params;
    }

    /// Parameters that are known now.
    Map<String, Val> constants() {
        return constants;
    }

    /// The parameters that a caller passes: all but `self`.
    static List<Ast.Parameter> parameters(Declaration declaration) {
        List<Ast.Parameter> all = declaration.syntax().parameters();
        return !declaration.program().isEmpty() && !all.isEmpty() && !isCallback(declaration)
                ? all.subList(1, all.size())
                : all;
    }

    /// A callback of the host is written without `self`.
    static boolean isCallback(Declaration declaration) {
        List<Ast.Parameter> all = declaration.syntax().parameters();
        return declaration.role() == Role.SUB_WORKER
                && (all.isEmpty() || !all.getFirst().name().equals("self"));
    }

    /// Whether every annotation says all.
    static boolean isComplete(Declaration declaration) {
        if (!declaration.jit()) {
            return true;
        }
        var annotations = new Annotations(declaration.scope().evaluator());
        for (Ast.Parameter parameter : parameters(declaration)) {
            if (parameter.annotation() == null) {
                return false;
            }
            try {
                if (annotations.parameter(parameter.annotation()).type().isEmpty()) {
                    return false;
                }
            } catch (sectile.base.diag.DiagnosticException wrong) {
                return true; // it is reported when the function is read
            }
        }
        return true;
    }

    /// The parameters whose type neither the text nor the run knows.
    static List<String> open(Declaration declaration, Specialisation run) {
        var annotations = new Annotations(declaration.scope().evaluator());
        var open = new ArrayList<String>();
        for (Ast.Parameter parameter : parameters(declaration)) {
            boolean given = run.arguments().containsKey(parameter.name())
                    || run.constants().containsKey(parameter.name())
                    || parameter.defaultValue() != null;
            if (!given && (parameter.annotation() == null || isBare(annotations, parameter.annotation()))) {
                open.add(parameter.name());
            }
        }
        return open;
    }

    private static boolean isBare(Annotations annotations, Ast.Expr annotation) {
        Annotations.Written written = annotations.parameter(annotation);
        return written.type().isEmpty() && written.bare().startsWith("pl");
    }

    private void read() {
        List<Ast.Parameter> all = declaration.syntax().parameters();
        if (!declaration.program().isEmpty()
                && !isCallback(declaration)
                && (all.isEmpty() || !all.getFirst().name().equals("self"))) {
            throw Problem.at(
                    declaration.syntax().nameSpan(),
                    LanguageCode.NO_SELF,
                    "the first parameter of a program's function is `self`");
        }
        var annotations = new Annotations(declaration.scope().evaluator());
        List<Ast.Parameter> parameters = parameters(declaration);
        for (int i = 0; i < parameters.size(); i++) {
            Ast.Parameter parameter = parameters.get(i);
            if (!parameter.kind().isEmpty()) {
                throw Problem.at(
                        parameter.span(),
                        LanguageCode.STAR_PARAMETERS,
                        "`" + parameter.kind() + parameter.name() + "` cannot be a parameter of a kernel");
            }
            if (parameters.subList(0, i).stream().anyMatch(p -> p.name().equals(parameter.name()))) {
                throw Problem.at(
                        parameter.span(),
                        LanguageCode.PARAMETER_TWICE,
                        "two parameters are named `" + parameter.name() + "`");
            }
            Type given = i < argumentTypes.size() ? argumentTypes.get(i) : null;
            one(annotations, parameter, given);
        }
    }

    private void one(Annotations annotations, Ast.Parameter parameter, @Nullable Type given) {
        Specialisation run = program.specialisation();
        Object fixed = run.constants().get(parameter.name());
        if (parameter.annotation() == null) {
            if (!declaration.jit()) {
                throw Problem.at(
                        parameter.span(),
                        LanguageCode.NO_TYPE,
                        "`" + parameter.name() + "` has no type",
                        parameter.name() + ": pl.Tensor[[M, N], pl.FP32]");
            }
            open(parameter, Direction.IN, Marks.NONE, fixed, given, "a type");
            return;
        }
        Annotations.Written written = annotations.parameter(parameter.annotation());
        if (written.stated()) {
            stated.add(parameter.name());
        }
        if (written.type().isPresent()) {
            add(parameter, written.type().get(), written.direction(), written.marks());
            return;
        }
        switch (written.bare()) {
            case "int", "float", "bool" -> {
                if (fixed != null) {
                    constants.put(parameter.name(), Evaluator.constant(fixed));
                } else if (parameter.defaultValue() != null && given == null) {
                    constants.put(
                            parameter.name(), declaration.scope().evaluator().evaluate(parameter.defaultValue()));
                } else {
                    add(parameter, annotations.type(parameter.annotation()), Direction.IN, Marks.NONE);
                }
            }
            default -> {
                if (!declaration.jit()) {
                    throw Problem.at(
                            parameter.annotation().span(),
                            LanguageCode.NO_SHAPE,
                            written.bare() + " needs a shape and an element type here",
                            written.bare() + "[[M, N], pl.FP32]");
                }
                open(
                        parameter,
                        written.direction(),
                        written.marks(),
                        fixed,
                        given,
                        "the shape of `" + parameter.name() + "`");
            }
        }
    }

    private void open(
            Ast.Parameter parameter,
            Direction direction,
            Marks marks,
            @Nullable Object fixed,
            @Nullable Type given,
            String what) {
        if (fixed != null) {
            constants.put(parameter.name(), Evaluator.constant(fixed));
            return;
        }
        Optional<Type> type = Optional.ofNullable(given)
                .or(() ->
                        Optional.ofNullable(program.specialisation().arguments().get(parameter.name())));
        if (type.isEmpty() && parameter.defaultValue() != null) {
            constants.put(parameter.name(), declaration.scope().evaluator().evaluate(parameter.defaultValue()));
            return;
        }
        if (type.isEmpty() && program.specialisation().partial()) {
            type = Optional.of(UnknownType.INSTANCE);
        }
        add(
                parameter,
                type.orElseThrow(() -> Problem.at(
                        parameter.span(),
                        LanguageCode.UNKNOWN_SPECIALISATION,
                        "`" + declaration.name() + "` is specialised from its arguments, and " + what + " is not known",
                        "give it with --shape " + parameter.name() + "=128x128:f32 or --input " + parameter.name()
                                + "=FILE.npy, or write it in the annotation")),
                direction,
                marks);
    }

    /// `x.bind_dynamic(0, M)` in the body names an axis of a parameter.
    private Type bound(Ast.Parameter parameter, Type type) {
        Type result = type;
        for (Ast.Stmt statement : declaration.syntax().body()) {
            if (statement instanceof Ast.ExprStmt e
                    && e.value() instanceof Ast.Call call
                    && call.function() instanceof Ast.Attribute method
                    && method.name().equals("bind_dynamic")
                    && method.value() instanceof Ast.Name owner
                    && owner.id().equals(parameter.name())) {
                result = named(call, result);
            }
        }
        return result;
    }

    private Type named(Ast.Call call, Type type) {
        Evaluator evaluator = declaration.scope().evaluator();
        if (type instanceof Shaped shaped
                && call.args().size() == 2
                && evaluator.evaluate(call.args().get(0)) instanceof Val.Int axis
                && axis.value() >= 0
                && axis.value() < shaped.rank()
                && evaluator.evaluate(call.args().get(1)) instanceof Val.Ir(Dim dim)) {
            var shape = new ArrayList<>(shaped.shape());
            shape.set((int) axis.value(), dim);
            return shaped.plain(shape, shaped.dtype());
        }
        throw Problem.at(
                call.span(),
                LanguageCode.BAD_ARGUMENT,
                "bind_dynamic takes an axis of the parameter and a dimension",
                "x.bind_dynamic(0, pl.dynamic(\"M\"))");
    }

    private void add(Ast.Parameter parameter, Type given, Direction direction, Marks marks) {
        Type type = given instanceof UnknownType ? given : bound(parameter, given);
        params.add(new Param(new Var(parameter.name(), type, Origin.of(parameter.span())), direction, marks));
    }
}

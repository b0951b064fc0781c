package sectile.runtime.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Dim;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.runtime.c.Value.Kind;
import sectile.runtime.problem.RunCode;

/// Where the variables of a function lie in its frame.
final class Slots {
    private final Map<Var, List<Value>> variables = new HashMap<>();
    private final Map<String, Value> dims = new HashMap<>();
    /// Of scalars that may have no value, whether they have.
    private final Map<Var, Value> flags = new HashMap<>();
    private int integers;
    private int floats;
    private int arrays;

    Slots(Set<Var> doubtful) {
        doubtful.forEach(variable -> flags.put(variable, fresh(Kind.INTEGER, variable.name())));
    }

    /// Whether the variable has a value, where it may have none.
    Optional<Value> flag(Var variable) {
        return Optional.ofNullable(flags.get(variable));
    }

    List<Value> of(Var variable) {
        List<Value> known = variables.get(variable);
        if (known == null) {
            known = fresh(variable.type(), variable.name(), variable.span());
            variables.put(variable, known);
        }
        return known;
    }

    Value of(Dim dim) {
        return dims.computeIfAbsent(dim.name(), name -> fresh(Kind.INTEGER, name));
    }

    /// Room for a value without a name.
    List<Value> fresh(Type type, String name, Span span) {
        return kinds(type, span).stream().map(kind -> fresh(kind, name)).toList();
    }

    Value fresh(Kind kind, String name) {
        return new Value(
                kind,
                switch (kind) {
                    case INTEGER -> "f->i[" + integers++ + "]";
                    case FLOAT -> "f->f[" + floats++ + "]";
                    case ARRAY -> "&f->d[" + arrays++ + "]";
                },
                name);
    }

    /// The parts of a type that C holds as one.
    static List<Kind> kinds(Type type, Span span) {
        return switch (type) {
            case ScalarType scalar -> List.of(scalar.dtype().isFloat() ? Kind.FLOAT : Kind.INTEGER);
            case Shaped shaped -> List.of(Kind.ARRAY);
            case ArrayType array -> List.of(Kind.ARRAY);
            case HandleType handle -> List.of(Kind.INTEGER);
            case VoidType nothing -> List.of();
            case TupleType tuple -> {
                var kinds = new ArrayList<Kind>();
                tuple.elements().forEach(element -> kinds.addAll(kinds(element, span)));
                yield kinds;
            }
            case UnknownType unknown ->
                throw new DiagnosticException(Diagnostic.error(
                        RunCode.NOT_EXPRESSIBLE, span, "a value whose type is not known cannot be compiled"));
        };
    }

    int integers() {
        return integers;
    }

    int floats() {
        return floats;
    }

    int arrays() {
        return arrays;
    }
}

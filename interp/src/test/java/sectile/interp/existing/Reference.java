package sectile.interp.existing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.python.builtin.Builtins;
import sectile.python.builtin.MathModule;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.syntax.Ast;
import sectile.python.syntax.Parser;
import sectile.python.value.Fault;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;

/// The expected value of an element: an expression of Python on the inputs, computed in doubles and integers. It has
/// nothing in common with the interpreter.
final class Reference {
    private static final Site SITE =
            (Fault fault, String message, String hint) -> new IllegalArgumentException(message);

    private final Ast.Expr expression;

    private Reference(Ast.Expr expression) {
        this.expression = expression;
    }

    static Ast.Expr parse(String text) {
        var problems = new Diagnostics();
        Ast.Stmt statement =
                Parser.parse(new SourceFile("expect", text), problems).body().getFirst();
        problems.throwIfErrors();
        if (!(statement instanceof Ast.ExprStmt expression)) {
            throw new IllegalArgumentException("not an expression: " + text + ": " + statement);
        }
        return expression.value();
    }

    static Reference of(String text) {
        return new Reference(parse(text));
    }

    Object value(Map<String, Object> names) {
        return value(expression, names);
    }

    private static Object value(Ast.Expr expression, Map<String, Object> names) {
        return switch (expression) {
            case Ast.IntLiteral literal -> literal.value().longValueExact();
            case Ast.RealLiteral literal -> literal.value();
            case Ast.BoolLiteral literal -> literal.value();
            case Ast.Name name -> {
                Object value = names.get(name.id());
                if (value == null) {
                    throw new IllegalArgumentException("unknown: " + name.id());
                }
                yield value;
            }
            case Ast.Binary binary ->
                Operator.parse(binary.op())
                        .orElseThrow()
                        .apply(value(binary.lhs(), names), value(binary.rhs(), names), SITE);
            case Ast.Unary unary -> {
                Object operand = value(unary.operand(), names);
                yield switch (unary.op()) {
                    case "-" -> Operator.negate(operand, SITE);
                    case "not" -> !Values.truth(operand, SITE);
                    case "~" -> Operator.invert(operand, SITE);
                    default -> operand;
                };
            }
            case Ast.Compare compare -> {
                boolean holds = true;
                for (int i = 0; i < compare.ops().size(); i++) {
                    holds &= Relation.parse(compare.ops().get(i))
                            .orElseThrow()
                            .holds(
                                    value(compare.operands().get(i), names),
                                    value(compare.operands().get(i + 1), names),
                                    SITE);
                }
                yield holds;
            }
            case Ast.Logical logical -> {
                boolean and = logical.op().equals("and");
                boolean all = and;
                for (Ast.Expr operand : logical.operands()) {
                    boolean truth = Values.truth(value(operand, names), SITE);
                    all = and ? all && truth : all || truth;
                }
                yield all;
            }
            case Ast.Conditional choice ->
                value(Values.truth(value(choice.condition(), names), SITE) ? choice.then() : choice.otherwise(), names);
            case Ast.Tuple tuple ->
                new TupleValue(
                        tuple.elements().stream().map(e -> value(e, names)).toArray());
            case Ast.ListExpr list ->
                new TupleValue(
                        list.elements().stream().map(e -> value(e, names)).toArray());
            case Ast.Subscript subscript -> element(value(subscript.value(), names), value(subscript.index(), names));
            case Ast.Comprehension comprehension -> {
                var values = new ArrayList<Object>();
                clause(comprehension, 0, names, values);
                yield new TupleValue(values.toArray());
            }
            case Ast.Call call -> {
                Object[] args = call.args().stream().map(a -> value(a, names)).toArray();
                yield switch (call.function()) {
                    case Ast.Name name
                    when name.id().equals("max") || name.id().equals("min") ->
                        extreme(args, name.id().equals("max"));
                    case Ast.Name name ->
                        Builtins.find(name.id()).orElseThrow().body().call(args, SITE);
                    case Ast.Attribute math ->
                        MathModule.function(math.name()).orElseThrow().body().call(args, SITE);
                    default -> throw new IllegalArgumentException("not a function: " + call);
                };
            }
            default -> throw new IllegalArgumentException("not in a reference: " + expression);
        };
    }

    private static Object extreme(Object[] args, boolean most) {
        Object[] values = args.length == 1 ? Values.elements(args[0], SITE) : args;
        return Arrays.stream(values)
                .reduce((a, b) -> (Values.toDouble(a, SITE) >= Values.toDouble(b, SITE)) == most ? a : b)
                .orElseThrow();
    }

    private static void clause(Ast.Comprehension syntax, int index, Map<String, Object> names, List<Object> values) {
        if (index == syntax.clauses().size()) {
            values.add(value(syntax.element(), names));
            return;
        }
        Ast.Clause clause = syntax.clauses().get(index);
        String variable = ((Ast.Name) clause.target()).id();
        for (Object value : Values.elements(value(clause.iterable(), names), SITE)) {
            names.put(variable, value);
            if (clause.conditions().stream().allMatch(c -> Values.truth(value(c, names), SITE))) {
                clause(syntax, index + 1, names, values);
            }
        }
        names.remove(variable);
    }

    private static Object element(Object owner, Object index) {
        if (owner instanceof Sequence sequence) {
            return sequence.at(Math.toIntExact((Long) index));
        }
        NdArray array = (NdArray) owner;
        Object[] indices = index instanceof TupleValue tuple ? tuple.copy() : new Object[] {index};
        long at = 0;
        for (int axis = 0; axis < indices.length; axis++) {
            long position = (Long) indices[axis];
            if (position < 0 || position >= array.shape().dim(axis)) {
                throw new IllegalArgumentException("index " + position + " of " + array.shape());
            }
            at = at * array.shape().dim(axis) + position;
        }
        return array.dtype().isFloat() ? (Object) array.getDoubleAt(at) : (Object) array.getLongAt(at);
    }
}

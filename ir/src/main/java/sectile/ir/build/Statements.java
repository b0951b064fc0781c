package sectile.ir.build;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.DataType;

/// Assignments, calls and jumps. A statement is added to the body that was opened last.
public abstract sealed class Statements extends Operations permits Control {
    private final Supplier<Origin> place;
    private final Deque<List<Stmt>> bodies = new ArrayDeque<>();
    private boolean open = true;
    private int temporaries;

    /// @param place the position of what is built next
    Statements(Supplier<Origin> place) {
        this.place = place;
        bodies.push(new ArrayList<>());
    }

    abstract Function callee(Function function, Origin origin);

    abstract void returned(List<Type> types, Origin origin);

    /// The position of the user's call; also refuses calls after the function is complete.
    @Override
    Origin origin() {
        Origin origin = place.get();
        if (!open) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.BUILDER_ENDED,
                    "this function is complete",
                    "use its builder only inside the lambda that it was given to");
        }
        return origin;
    }

    void emit(Stmt statement) {
        bodies.element().add(statement);
    }

    boolean isEmpty() {
        return bodies.size() == 1 && bodies.element().isEmpty();
    }

    Stmt inside(Runnable body) {
        bodies.push(new ArrayList<>());
        body.run();
        return Seq.of(bodies.pop());
    }

    Stmt complete() {
        open = false;
        return Seq.of(bodies.pop());
    }

    /// A new variable with the type of its first value.
    public Var let(String name, Object value) {
        Origin origin = origin();
        Expr expr = Values.expr(value, DataType.INDEX, origin);
        if (expr.type() instanceof VoidType) {
            throw Mistake.at(origin.span(), LanguageCode.NO_RESULT, "this call returns no value to assign");
        }
        return define(name, expr.type(), expr, origin);
    }

    /// A new variable of a type, of which the value may say more.
    public Var let(String name, Type type, Object value) {
        Origin origin = origin();
        DataType literal = type instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
        Expr expr = Values.expr(value, literal, origin);
        Type merged = type.join(expr.type())
                .orElseThrow(() -> Mistake.at(
                        origin.span(),
                        LanguageCode.VALUE_DOES_NOT_FIT,
                        "`" + name + "` is " + Describe.type(type) + " but is given " + Describe.type(expr.type())));
        return define(name, merged, expr, origin);
    }

    private Var define(String name, Type type, Expr value, Origin origin) {
        Var variable = variable(name, type, origin);
        emit(new Assign(variable, value, origin));
        return variable;
    }

    Var variable(String name, Type type, Origin origin) {
        if (name.isBlank()) {
            throw Mistake.at(origin.span(), LanguageCode.BAD_NAME, "a variable needs a name");
        }
        return new Var(unique(name), type, origin);
    }

    /// The name that a variable gets whose name was asked for.
    String unique(String name) {
        return name;
    }

    /// The value itself if it has a name or is a constant, else a new variable that holds it. What a body yields is
    /// bound first, so that no call hides in a yield.
    Expr bound(String name, Object value) {
        Origin origin = origin();
        Expr expr = Values.expr(value, DataType.INDEX, origin);
        return switch (expr) {
            case Var named -> named;
            case ConstInt constant -> constant;
            case ConstFloat constant -> constant;
            case ConstBool constant -> constant;
            case Dim extent -> extent;
            case Binary b -> define(name, b.type(), b, origin);
            case Unary u -> define(name, u.type(), u, origin);
            case Cast c -> define(name, c.type(), c, origin);
            case Call c -> define(name, c.type(), c, origin);
            case Submit s -> define(name, s.type(), s, origin);
            case TupleGet g -> define(name, g.type(), g, origin);
            case MakeTuple t -> define(name, t.type(), t, origin);
            case Absent a -> throw new IllegalArgumentException("an absent operand is not a value");
        };
    }

    /// Gives a variable another value of its type.
    public void assign(Var target, Object value) {
        Origin origin = origin();
        DataType literal = target.type() instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
        Expr expr = Values.expr(value, literal, origin);
        if (target.type().join(expr.type()).filter(target.type()::equals).isEmpty()) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.VALUE_DOES_NOT_FIT,
                    "`" + target.name() + "` is " + Describe.type(target.type()) + " but is assigned "
                            + Describe.type(expr.type()),
                    "use let for a new variable of that type");
        }
        emit(new Assign(target, expr, origin));
    }

    /// Calls something for what it does.
    public void run(Expr call) {
        Origin origin = origin();
        if (!(call instanceof Call) && !(call instanceof Submit)) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.NO_EFFECT,
                    "a statement that is only a value does nothing",
                    "use let or assign");
        }
        emit(new Eval(call, origin));
    }

    /// A call of another function of the program; [Named] arguments are those of a dispatch, such as `device`.
    public FunctionCall call(Function function, Object... arguments) {
        Origin origin = origin();
        Function target = callee(function, origin);
        var attrs = new LinkedHashMap<String, Object>();
        List<Expr> operands = operands(target, arguments, attrs, origin);
        return new FunctionCall(target.name(), operands, attributes(attrs, origin), target.resultType(), origin);
    }

    /// An asynchronous call as a value: a tuple of the results and the task id, or the task id alone.
    public Submit submission(Function function, Object... arguments) {
        Origin origin = origin();
        Function target = callee(function, origin);
        var attrs = new LinkedHashMap<String, Object>();
        List<Expr> operands = operands(target, arguments, attrs, origin);
        return new Submit(target.name(), operands, attributes(attrs, origin), Submit.typeFor(target.results()), origin);
    }

    /// Submits a task; `deps` and `core_num` are given by name.
    public Submission submit(Function function, Object... arguments) {
        Submit submit = submission(function, arguments);
        Var all = new Var("_t" + temporaries++, submit.type(), submit.origin());
        emit(new Assign(all, submit, submit.origin()));
        return new Submission(all);
    }

    private static Attrs attributes(Map<String, Object> values, Origin origin) {
        return Values.attrs(values, origin.span());
    }

    private static List<Expr> operands(Function target, Object[] arguments, Map<String, Object> attrs, Origin origin) {
        var operands = new ArrayList<Expr>();
        for (Object argument : arguments) {
            if (argument instanceof Named named) {
                attrs.put(named.name(), named.value());
                continue;
            }
            if (operands.size() == target.params().size()) {
                throw arity(target, arguments, origin);
            }
            Param param = target.params().get(operands.size());
            DataType literal = param.type() instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
            operands.add(Values.expr(argument, literal, origin));
        }
        if (operands.size() != target.params().size()) {
            throw arity(target, arguments, origin);
        }
        return operands;
    }

    private static RuntimeException arity(Function target, Object[] arguments, Origin origin) {
        long given = java.util.Arrays.stream(arguments)
                .filter(a -> !(a instanceof Named))
                .count();
        return Mistake.at(
                origin.span(),
                LanguageCode.ARGUMENT_COUNT,
                "`" + target.name() + "` takes " + target.params().size() + " arguments, found " + given,
                target.name() + "("
                        + String.join(
                                ", ", target.params().stream().map(Param::name).toList())
                        + ")");
    }

    /// One element of a tuple.
    public Expr get(Expr tuple, int index) {
        Origin origin = origin();
        try {
            return new TupleGet(tuple, index, origin);
        } catch (IllegalArgumentException e) {
            throw Mistake.at(origin.span(), LanguageCode.BAD_LOOKUP, String.valueOf(e.getMessage()));
        }
    }

    /// Hands values to the loop or choice whose body this is; its last statement.
    public void yields(Object... values) {
        Origin origin = origin();
        emit(new Yield(exprs(values, origin), origin));
    }

    /// Ends the function with its results.
    public void returns(Object... values) {
        Origin origin = origin();
        List<Expr> results = exprs(values, origin);
        returned(results.stream().map(Expr::type).toList(), origin);
        emit(new sectile.ir.stmt.Return(results, origin));
    }

    public void breaks() {
        emit(new Break(origin()));
    }

    public void continues() {
        emit(new Continue(origin()));
    }

    static List<Expr> exprs(Object[] values, Origin origin) {
        var exprs = new ArrayList<Expr>();
        for (Object value : values) {
            exprs.add(Values.expr(value, DataType.INDEX, origin));
        }
        return exprs;
    }
}

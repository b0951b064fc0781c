package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;
import sectile.runtime.c.Value.Kind;

/// Calls of functions of the program.
final class Calls {
    /// How many task ids an array of them may hold.
    private static final int ROOM = 1024;

    private final Expressions expressions;

    Calls(Expressions expressions) {
        this.expressions = expressions;
    }

    void call(FunctionCall call, List<Value> targets) {
        emit(call.callee(), call.args(), call.attrs(), call, targets, false);
    }

    void submit(Submit submit, List<Value> targets) {
        emit(submit.callee(), submit.args(), submit.attrs(), submit, targets, true);
    }

    private void emit(String callee, List<Expr> exprs, Attrs attrs, Expr at, List<Value> targets, boolean submits) {
        Code code = expressions.code();
        Function function = expressions.unit().function(callee);
        var args = new ArrayList<Value>();
        for (int i = 0; i < exprs.size(); i++) {
            Param param = function.params().get(i);
            args.add(converted(param.type(), expressions.value(exprs.get(i))));
        }
        String device = pointer(attrs, "device");
        String blocks = pointer(attrs, "core_num");
        Deps deps = deps(attrs);
        String routine = expressions.unit().routine(callee);
        expressions.at(at.span());
        String a = code.name("a");
        String r = code.name("r");
        code.line("{");
        code.line("sx_value " + a + "[" + Math.max(1, args.size()) + "] = {0};");
        code.line("sx_value " + r + "[" + Math.max(1, function.results().size()) + "] = {0};");
        for (int i = 0; i < args.size(); i++) {
            Value arg = args.get(i);
            code.line(
                    switch (arg.kind()) {
                        case INTEGER -> a + "[" + i + "].i = " + arg.text() + ";";
                        case FLOAT -> a + "[" + i + "].f = " + arg.text() + ";";
                        case ARRAY -> "sx_assign(c, &" + a + "[" + i + "].d, " + arg.text() + ");";
                    });
        }
        String rest = "(c, &" + routine + ", " + a + ", " + r + ", " + device + ", " + blocks + ", " + deps.count()
                + ", " + deps.ids() + ", " + free(attrs) + ")";
        int results = function.results().size();
        if (submits) {
            code.line(targets.getLast().text() + " = sx_submit" + rest + ";");
        } else {
            code.line("sx_call" + rest + ";");
        }
        for (int i = 0; i < results && i < targets.size(); i++) {
            Value target = targets.get(i);
            code.line(
                    switch (target.kind()) {
                        case INTEGER -> target.text() + " = " + r + "[" + i + "].i;";
                        case FLOAT -> target.text() + " = " + r + "[" + i + "].f;";
                        case ARRAY -> "sx_take(c, " + target.text() + ", &" + r + "[" + i + "].d);";
                    });
        }
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).kind() == Kind.ARRAY) {
                code.line("sx_release(c, &" + a + "[" + i + "].d);");
            }
        }
        code.line("}");
    }

    /// A scalar becomes one of the parameter's type, as numbers from anywhere do.
    static Value converted(Type type, Value value) {
        if (!(type instanceof ScalarType scalar) || scalar.dtype() == DataType.TASK_ID) {
            return value;
        }
        boolean real = value.kind() == Kind.FLOAT;
        return Scalars.convert(real ? DataType.FP64 : DataType.INT64, scalar.dtype(), value);
    }

    private String pointer(Attrs attrs, String name) {
        return expressions
                .number(attrs, name)
                .map(value -> "(int64_t[]){" + value.integer() + "}")
                .orElse("NULL");
    }

    private static String free(Attrs attrs) {
        long mask = 0;
        if (attrs.find("no_dep_args").orElse(null) instanceof Attr.Items items) {
            for (Attr item : items.values()) {
                mask |= 1L << ((Attr.Int) item).value();
            }
        }
        return "UINT64_C(" + Long.toUnsignedString(mask) + ")";
    }

    /// Ids of tasks: how many, and where.
    record Deps(String count, String ids) {
        static final Deps NONE = new Deps("0", "NULL");
    }

    Deps deps(Attrs attrs) {
        var values = new ArrayList<Value>();
        attrs.find("deps").ifPresent(deps -> collect(deps, values));
        return deps(values);
    }

    /// Collects ids that are alone, in tuples or in arrays.
    Deps deps(List<Value> values) {
        if (values.isEmpty()) {
            return Deps.NONE;
        }
        Code code = expressions.code();
        String ids = code.name("ids");
        String count = code.name("n");
        boolean arrays = values.stream().anyMatch(v -> v.kind() == Kind.ARRAY);
        int room = values.size() + (arrays ? ROOM : 0);
        code.line("int64_t " + ids + "[" + room + "]; int " + count + " = 0;");
        for (Value value : values) {
            code.line(
                    value.kind() == Kind.ARRAY
                            ? count + " += (int)sx_deps_of(c, " + value.used() + ", " + ids + " + " + count + ", "
                                    + room + " - " + count + ");"
                            : ids + "[" + count + "++] = " + value.integer() + ";");
        }
        return new Deps(count, ids);
    }

    private void collect(Attr attr, List<Value> values) {
        if (attr instanceof Attr.Items items) {
            items.values().forEach(item -> collect(item, values));
        } else if (attr instanceof Attr.Value value) {
            values.addAll(expressions.values(value.value()));
        }
    }
}

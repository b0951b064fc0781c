package sectile.ir.structural;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Stmt;

/// Walks two structures side by side, keeping the path; the first difference ends the walk.
final class Comparison {
    private final IdentityHashMap<Var, Var> leftToRight = new IdentityHashMap<>();
    private final IdentityHashMap<Var, Var> rightToLeft = new IdentityHashMap<>();
    private final ArrayDeque<String> path = new ArrayDeque<>();
    private final Structural.FreeVariables free;
    private final StatementComparison statements = new StatementComparison(this);
    private final ExpressionComparison expressions = new ExpressionComparison(this);
    private final TypeComparison types = new TypeComparison(this);

    private Comparison(Structural.FreeVariables free) {
        this.free = free;
    }

    static Optional<Difference> run(Structural.FreeVariables free, Consumer<Comparison> walk) {
        try {
            walk.accept(new Comparison(free));
            return Optional.empty();
        } catch (Parted parted) {
            return Optional.of(parted.difference);
        }
    }

    /// Ends the walk; never leaves this package.
    private static final class Parted extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Difference difference;

        Parted(Difference difference) {
            super(null, null, false, false);
            this.difference = difference;
        }
    }

    void in(String step, Runnable inner) {
        path.addLast(step);
        inner.run();
        path.removeLast();
    }

    void same(String what, @Nullable Object left, @Nullable Object right) {
        if (!Objects.equals(left, right)) {
            path.addLast(what);
            throw part(String.valueOf(left), String.valueOf(right));
        }
    }

    RuntimeException part(String left, String right) {
        var text = new StringBuilder();
        for (String step : path) {
            text.append(step.startsWith("[") || text.isEmpty() ? "" : ".").append(step);
        }
        return new Parted(new Difference(text.toString(), left, right));
    }

    <T> void lists(String name, List<T> left, List<T> right, java.util.function.BiConsumer<T, T> each) {
        in(name, () -> {
            for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
                int index = i;
                in("[" + i + "]", () -> each.accept(left.get(index), right.get(index)));
            }
            same("size", left.size(), right.size());
        });
    }

    void programs(Program left, Program right) {
        same(
                "functions",
                left.functions().stream().map(Function::name).toList(),
                right.functions().stream().map(Function::name).toList());
        for (int i = 0; i < left.functions().size(); i++) {
            Function function = left.functions().get(i);
            Function other = right.functions().get(i);
            in("functions[" + function.name() + "]", () -> functions(function, other));
        }
        lists("commGroups", left.commGroups(), right.commGroups(), this::commGroups);
    }

    private void commGroups(CommGroup left, CommGroup right) {
        same("devices", left.devices(), right.devices());
        lists("slots", left.slots(), right.slots(), this::windows);
    }

    private void windows(WindowBuffer left, WindowBuffer right) {
        same("name", left.name(), right.name());
        in("size", () -> expressions(left.size(), right.size()));
        same("dtype", left.dtype(), right.dtype());
        same("loadFromHost", left.loadFromHost(), right.loadFromHost());
        same("storeToHost", left.storeToHost(), right.storeToHost());
    }

    void functions(Function left, Function right) {
        same("kind", left.kind(), right.kind());
        same("level", left.level(), right.level());
        same("role", left.role(), right.role());
        lists("params", left.params(), right.params(), this::params);
        in("attrs", () -> attributes(left.attrs(), right.attrs()));
        in("body", () -> statements(left.body(), right.body()));
        // After the body: result types may mention variables that are defined there.
        lists("results", left.results(), right.results(), this::types);
    }

    private void params(Param left, Param right) {
        same("direction", left.direction(), right.direction());
        same("marks", left.marks(), right.marks());
        define(left.variable(), right.variable());
    }

    void statements(Stmt left, Stmt right) {
        statements.compare(left, right);
    }

    void expressions(Expr left, Expr right) {
        expressions.compare(left, right);
    }

    void types(Type left, Type right) {
        types.compare(left, right);
    }

    void attributes(Attrs left, Attrs right) {
        same("names", new ArrayList<>(left.names()), new ArrayList<>(right.names()));
        for (String name : left.names()) {
            in(
                    name,
                    () -> attribute(
                            left.find(name).orElseThrow(), right.find(name).orElseThrow()));
        }
    }

    private void attribute(Attr left, Attr right) {
        switch (left) {
            case Attr.Value value when right instanceof Attr.Value other -> expressions(value.value(), other.value());
            case Attr.Items items
            when right instanceof Attr.Items other -> lists("items", items.values(), other.values(), this::attribute);
            case Attr.Group group
            when right instanceof Attr.Group other -> {
                same("name", group.name(), other.name());
                attributes(group.attrs(), other.attrs());
            }
            case Attr.Int a -> same("value", left, right);
            case Attr.Real a -> same("value", left, right);
            case Attr.Bool a -> same("value", left, right);
            case Attr.Text a -> same("value", left, right);
            case Attr.Element a -> same("value", left, right);
            case Attr.Sym a -> same("value", left, right);
            case Attr.Value a -> same("value", left, right);
            case Attr.Items a -> same("value", left, right);
            case Attr.Group a -> same("value", left, right);
        }
    }

    /// The two variables correspond to each other from here on. Outside SSA a variable may be defined again.
    void define(Var left, Var right) {
        Var mapped = leftToRight.get(left);
        Var back = rightToLeft.get(right);
        if (mapped == null && back == null) {
            leftToRight.put(left, right);
            rightToLeft.put(right, left);
            in("type", () -> types(left.type(), right.type()));
        } else if (mapped != right || back != left) {
            throw part(describe(left, mapped), describe(right, back));
        }
    }

    void use(Var left, Var right) {
        Var mapped = leftToRight.get(left);
        Var back = rightToLeft.get(right);
        if (mapped == null && back == null) {
            if (free == Structural.FreeVariables.MAPPED) {
                define(left, right);
            } else if (left != right) {
                throw part("free variable " + left.name(), "free variable " + right.name());
            }
        } else if (mapped != right || back != left) {
            throw part(describe(left, mapped), describe(right, back));
        }
    }

    private static String describe(Var variable, @Nullable Var partner) {
        return "variable " + variable.name()
                + (partner == null ? " (new)" : " (which is " + partner.name() + " there)");
    }

    void iterArgs(List<IterArg> left, List<IterArg> right) {
        lists("iterArgs", left, right, (a, b) -> {
            in("init", () -> expressions(a.init(), b.init()));
            define(a.variable(), b.variable());
        });
    }
}

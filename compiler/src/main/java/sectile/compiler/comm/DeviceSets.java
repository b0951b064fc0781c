package sectile.compiler.comm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Stmt;

/// Which devices the dispatches of a host function reach.
public final class DeviceSets {
    /// Devices in ascending order, or all of a run.
    public record Devices(boolean all, List<Integer> numbers) {
        public static final Devices ALL = new Devices(true, List.of());

        public Devices {
            numbers = List.copyOf(numbers);
        }

        public Devices with(Devices other) {
            if (all || other.all) {
                return ALL;
            }
            var both = new TreeSet<>(numbers);
            both.addAll(other.numbers);
            return new Devices(false, List.copyOf(both));
        }
    }

    private static final long MOST = 1 << 16;

    private final Map<Var, For> loops = new HashMap<>();
    private final Map<Var, Expr> values = new HashMap<>();

    private DeviceSets() {}

    public static DeviceSets of(Function host) {
        var sets = new DeviceSets();
        Walk.each(host.body(), sets::statement);
        return sets;
    }

    private void statement(Stmt statement) {
        if (statement instanceof For loop) {
            loops.put(loop.index(), loop);
        } else if (statement instanceof Assign assign) {
            values.put(assign.target(), assign.value());
        }
    }

    /// The devices of a dispatch; empty if they cannot be known before the program runs.
    public Optional<Devices> of(Attrs dispatch) {
        return switch (dispatch.find("device").orElse(null)) {
            case Attr.Int number -> one(number.value());
            case Attr.Value(Expr device) -> of(device);
            case null -> Optional.empty();
            case Attr.Real _, Attr.Bool _, Attr.Text _, Attr.Element _, Attr.Sym _, Attr.Items _, Attr.Group _ ->
                Optional.empty();
        };
    }

    private Optional<Devices> of(Expr device) {
        OptionalLong constant = Dims.constant(device);
        if (constant.isPresent()) {
            return one(constant.getAsLong());
        }
        For loop = device instanceof Var index ? loops.get(index) : null;
        return loop == null ? Optional.empty() : of(loop);
    }

    private static Optional<Devices> one(long device) {
        return Optional.of(new Devices(false, List.of((int) device)));
    }

    private Optional<Devices> of(For loop) {
        OptionalLong start = Dims.constant(loop.start());
        OptionalLong step = Dims.constant(loop.step());
        OptionalLong stop = Dims.constant(loop.stop());
        if (start.isEmpty() || step.isEmpty() || start.getAsLong() < 0 || step.getAsLong() < 1) {
            return Optional.empty();
        }
        if (stop.isEmpty()) {
            boolean all = start.getAsLong() == 0 && step.getAsLong() == 1 && isWorldSize(loop.stop());
            return all ? Optional.of(Devices.ALL) : Optional.empty();
        }
        var devices = new ArrayList<Integer>();
        for (long i = start.getAsLong(); i < stop.getAsLong(); i += step.getAsLong()) {
            if (devices.size() == MOST) {
                return Optional.empty();
            }
            devices.add((int) i);
        }
        return Optional.of(new Devices(false, devices));
    }

    private boolean isWorldSize(@Nullable Expr expr) {
        return switch (expr) {
            case OpCall call -> call.op().semantics() == Semantics.Query.WORLD_SIZE;
            case Var variable -> isWorldSize(values.get(variable));
            case sectile.ir.expr.Cast cast -> isWorldSize(cast.operand());
            case null -> false;
            case Dim _, Constant _, Binary _, Unary _, MakeTuple _, TupleGet _, Absent _, FunctionCall _, Submit _ ->
                false;
        };
    }
}

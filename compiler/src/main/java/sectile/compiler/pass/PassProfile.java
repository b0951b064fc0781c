package sectile.compiler.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.verify.Property;

/// Measures passes: time, and the number of nodes before and after each.
public final class PassProfile implements PassListener {
    private final LongSupplier clock;
    private final List<Row> rows = new ArrayList<>();
    private long start;
    private long nodes;

    /// One pass.
    ///
    /// @param nodes statements and expressions after it
    /// @param added how many more that is than before it
    public record Row(String pass, long nanoseconds, long nodes, long added) {}

    /// @param clock in nanoseconds; the caller owns it, because equal inputs give equal programs without one
    public PassProfile(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public void begin(Program program) {
        rows.clear();
        nodes = nodes(program);
    }

    @Override
    public void starts(Pass pass) {
        start = clock.getAsLong();
    }

    @Override
    public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
        long time = clock.getAsLong() - start;
        long now = after == before ? nodes : nodes(after);
        rows.add(new Row(pass.name(), time, now, now - nodes));
        nodes = now;
    }

    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /// Statements and expressions of a program.
    public static long nodes(Program program) {
        long[] count = {0};
        for (Function function : program.functions()) {
            Walk.each(function.body(), s -> count[0]++);
            Walk.eachExpression(function.body(), e -> count[0]++);
        }
        return count[0];
    }
}

package sectile.compiler.artifact;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassListener;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.verify.Property;

/// What passes made of a program, and how long each took by the clock it is given.
public final class Recording implements PassListener {
    /// The program after a pass.
    ///
    /// @param nanoseconds since the step before
    public record Step(String name, Program program, long nanoseconds) {
        /// How many statements the program has.
        public long statements() {
            long[] count = {0};
            for (Function function : program.functions()) {
                Walk.each(function.body(), s -> count[0]++);
            }
            return count[0];
        }
    }

    private final LongSupplier clock;
    private final List<Step> steps = new ArrayList<>();
    private long last;

    /// @param clock in nanoseconds
    public Recording(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public void begin(Program program) {
        last = clock.getAsLong();
        steps.add(new Step("frontend", program, 0));
    }

    @Override
    public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
        long now = clock.getAsLong();
        steps.add(new Step(pass.name(), after, now - last));
        last = clock.getAsLong();
    }

    /// The program as it came, then after every pass.
    public List<Step> steps() {
        return List.copyOf(steps);
    }
}

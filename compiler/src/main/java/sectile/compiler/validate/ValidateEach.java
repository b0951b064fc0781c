package sectile.compiler.validate;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassFault;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// After every pass: the program computes what it computed before, on seeded inputs. A pass that changes a result ends
/// the compilation with the smallest program that still shows it.
public final class ValidateEach implements PassListener {
    private final Target target;
    private final long seed;
    private @Nullable Executions last;

    public ValidateEach(Target target, long seed) {
        this.target = target;
        this.seed = seed;
    }

    @Override
    public void begin(Program program) {
        last = Executions.of(program, seed);
    }

    @Override
    public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
        if (before == after || last == null) {
            return;
        }
        Executions now = last.again(after, seed);
        Optional<String> difference = last.difference(now);
        if (difference.isPresent()) {
            Program small = Shrinker.shrink(before, candidate -> differs(pass, candidate));
            Program smallAfter = pass.run(small, new PassContext(target, new sectile.base.diag.Diagnostics()));
            throw new PassFault(
                    pass.name(), "changed what the program computes: " + difference.get(), small, smallAfter);
        }
        last = now;
    }

    /// The entry functions that could not be executed, by name, with the code of what went wrong. Passes were not
    /// validated on these.
    public SequencedMap<String, String> notValidated() {
        return last == null ? new LinkedHashMap<>() : last.failing();
    }

    private boolean differs(Pass pass, Program candidate) {
        var problems = new sectile.base.diag.Diagnostics();
        Program after = pass.run(candidate, new PassContext(target, problems));
        if (problems.hasErrors()) {
            return false;
        }
        Executions before = Executions.of(candidate, seed);
        return before.difference(before.again(after, seed)).isPresent();
    }
}

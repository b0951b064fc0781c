package sectile.cli.exec;

import java.util.Optional;
import sectile.interp.Interpreter;

/// The reference interpreter of tile programs.
final class InterpreterExecutor implements Executor {
    @Override
    public String name() {
        return "interpreter";
    }

    @Override
    public String summary() {
        return "the reference interpreter of tile programs";
    }

    @Override
    public boolean takesScheduleSeed() {
        return true;
    }

    @Override
    public Optional<OfPrograms> programs() {
        return Optional.of((program, run, machine) -> new Interpreter(program).run(run));
    }
}

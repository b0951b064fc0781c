package sectile.cli.lang;

import com.beust.jcommander.IStringConverter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import sectile.cli.command.BadValue;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;

/// What runs a tile program.
enum Executor {
    INTERPRETER,
    MACHINE;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Runs it for its values.
    Outcome run(Program program, Run run) {
        return switch (this) {
            case INTERPRETER -> new Interpreter(program).run(run);
            case MACHINE -> onMachine(program, run);
        };
    }

    /// The default machine with as many SIPs as there are ranks, at least.
    private static Outcome onMachine(Program program, Run run) {
        var topology = Topologies.preset("default");
        if (topology.sips() < run.ranks()) {
            topology = Topologies.preset("default", List.of("system.sips.count=" + run.ranks()));
        }
        var options = MachineOptions.standard().within(run.limits());
        try (Machine machine = Machine.open(topology, options)) {
            return SimulatedRun.of(program, run).on(machine).outcome();
        }
    }

    /// An executor by its name.
    record Converter(String option) implements IStringConverter<Executor> {
        @Override
        public Executor convert(String value) {
            return Arrays.stream(values())
                    .filter(executor -> executor.text().equals(value))
                    .findFirst()
                    .orElseThrow(() -> new BadValue(option, value, "one of interpreter, machine"));
        }
    }
}

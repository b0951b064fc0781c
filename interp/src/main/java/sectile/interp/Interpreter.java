package sectile.interp;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.interp.code.CompiledProgram;
import sectile.interp.machine.Calls;
import sectile.interp.machine.Core;
import sectile.interp.machine.Machine;
import sectile.interp.machine.Platform;
import sectile.interp.machine.Routine;
import sectile.interp.machine.VirtualPlatform;
import sectile.interp.schedule.Scheduler;
import sectile.interp.schedule.TurnScheduler;
import sectile.interp.value.Data;
import sectile.ir.Function;
import sectile.ir.Program;

/// Runs a program by the meaning of its ops, whatever stage of compilation it is at.
public final class Interpreter {
    /// What a rank takes at least.
    private static final long BYTES_OF_RANK = 2048;

    private final CompiledProgram program;

    public Interpreter(Program program) {
        this.program = new CompiledProgram(program);
    }

    /// Runs a function to the end of all that it starts.
    ///
    /// @throws sectile.base.diag.DiagnosticException when arguments do not fit, the program does something it
    ///     must not, or all of it waits (EXEC-201, with what each part waits for)
    public Outcome run(Run run) {
        return run(run, new VirtualPlatform(new TurnScheduler(run.order().get(), run.patience())));
    }

    /// The same on a platform of the caller's choice, which decides about order and time.
    public Outcome run(Run run, Platform platform) {
        String entry = run.entry().isEmpty() ? Entries.choose(program.program()).name() : run.entry();
        Function function = Entries.find(program.program(), entry);
        Routine routine = program.routine(entry);
        Scheduler scheduler = platform.scheduler();
        var machine = new Machine(
                program.program(),
                platform,
                run.observer(),
                run.ranks(),
                program::routine,
                run.limits(),
                run.disturbances());
        boolean host = Calls.isHost(function);
        int copies = host ? 1 : run.ranks();
        run.limits().require(copies, BYTES_OF_RANK, copies + " ranks", Span.none());
        var arguments = new Arguments(machine, function, run, copies);
        Object[][] results = new Object[copies][];
        Actor first = host
                ? machine.actor(Actor.Kind.HOST, -1, 0, entry, -1, -1)
                : copies == 1 ? rank(machine, 0, entry) : machine.actor(Actor.Kind.HOST, -1, 0, "", -1, -1);
        scheduler.run(first, () -> {
            if (host) {
                for (int call = 0; call < run.calls(); call++) {
                    results[0] = machine.calls()
                            .enter(Core.first(machine, Core.Kind.HOST, -1, first), routine, arguments.of(0));
                }
            } else if (copies == 1) {
                results[0] = onRank(machine, routine, 0, first, arguments, run.calls());
            } else {
                for (int rank = 0; rank < copies; rank++) {
                    int own = rank;
                    Actor actor = rank(machine, rank, entry);
                    machine.start(
                            first,
                            actor,
                            () -> results[own] = onRank(machine, routine, own, actor, arguments, run.calls()));
                }
            }
        });
        return outcome(function, arguments, results);
    }

    private static Actor rank(Machine machine, int rank, String entry) {
        return machine.actor(Actor.Kind.ORCHESTRATOR, rank, 0, entry, -1, -1);
    }

    private static Object[] onRank(
            Machine machine, Routine routine, int rank, Actor actor, Arguments arguments, int calls) {
        Object[] last = {};
        for (int call = 0; call < calls; call++) {
            last = machine.calls()
                    .enter(Core.first(machine, Core.Kind.ORCHESTRATOR, rank, actor), routine, arguments.of(rank));
        }
        return last;
    }

    private static Outcome outcome(Function function, Arguments arguments, Object[][] results) {
        var columns = new ArrayList<List<Object>>();
        for (int i = 0; i < function.results().size(); i++) {
            var column = new ArrayList<Object>();
            for (Object[] result : results) {
                column.add(result[i]);
            }
            columns.add(column);
        }
        return Outcome.collect(
                function,
                param -> arrays(arguments.column(param)),
                columns.stream().map(Interpreter::arrays).toList(),
                result -> columns.get(result).stream().allMatch(Data.class::isInstance)
                        && arguments.holds(columns.get(result)),
                arguments.remarks());
    }

    private static List<Object> arrays(List<Object> column) {
        return column.stream()
                .map(value -> value instanceof Data data ? data.array() : value)
                .toList();
    }
}

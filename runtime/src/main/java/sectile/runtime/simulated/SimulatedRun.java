package sectile.runtime.simulated;

import java.util.LinkedHashMap;
import java.util.Map;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.problem.RunCode;
import sectile.sim.machine.Machine;

/// A run of a tile program on a simulated machine.
///
/// @param placement where in HBM tensors lie
/// @param compiles whether a program that computes on whole tensors is lowered to tiles first
/// @param residents by parameter, tensors that are in the machine's memory already and stay there
public record SimulatedRun(
        Program program, Run run, Placement placement, boolean compiles, Map<String, Resident> residents) {
    public SimulatedRun {
        residents = Map.copyOf(residents);
    }

    /// What came of it.
    ///
    /// @param startPs when the entry function began, in simulated time
    /// @param endPs when all that it started had ended
    /// @param firstBlockPs when the first block began, `lastBlockPs` when the last one ended; `startPs` without any
    public record Result(Outcome outcome, long startPs, long endPs, long firstBlockPs, long lastBlockPs) {
        public long latencyPs() {
            return endPs - startPs;
        }
    }

    public static SimulatedRun of(Program program, Run run) {
        return new SimulatedRun(program, run, Placement.INTERLEAVE, true, Map.of());
    }

    public SimulatedRun placed(Placement newPlacement) {
        return new SimulatedRun(program, run, newPlacement, compiles, residents);
    }

    /// The program is not compiled; one that computes on whole tensors is refused.
    public SimulatedRun asWritten() {
        return new SimulatedRun(program, run, placement, false, residents);
    }

    /// The argument of a parameter is what is in the machine's memory when the run begins, and what the program
    /// makes of it is there when the run has ended: kernels before and after it work on the same tensor. Nothing is
    /// copied between host and device.
    public SimulatedRun with(String parameter, Resident tensor) {
        var more = new LinkedHashMap<>(residents);
        more.put(parameter, tensor);
        return new SimulatedRun(program, run, placement, compiles, more);
    }

    /// Runs on a machine, whose memory is as before when it is over, but for what [Resident] tensors hold.
    ///
    /// @throws DiagnosticException when the program works on whole tensors and is not to be compiled (RUN-101),
    ///     cannot be compiled, the machine is too small (RUN-102, RUN-103), or the program fails as it would on the
    ///     interpreter
    public Result on(Machine machine) {
        return on(machine, 0);
    }

    /// The same with rank 0 on another SIP than the first, the other ranks on those after it.
    public Result on(Machine machine, int firstSip) {
        int sips = machine.topology().sips() - firstSip;
        if (run.ranks() > sips) {
            throw new DiagnosticException(Diagnostic.error(
                            RunCode.TOO_MANY_RANKS,
                            Span.none(),
                            "the program runs on " + run.ranks() + " ranks, but the machine has " + sips
                                    + (sips == 1 ? " SIP" : " SIPs"))
                    .hint("a rank is a SIP: use a larger machine, for example --set system.sips.count=" + run.ranks()));
        }
        Program lowered = program;
        if (compiles) {
            lowered = MachinePrograms.lowered(program, run.entry(), machine.topology());
        } else {
            var problems = new Diagnostics();
            TileLevel.check(program, run.entry(), problems);
            problems.throwIfErrors();
        }
        if (!residents.isEmpty() && !machine.strands().isIdle()) {
            throw new IllegalStateException("something is in flight that may change a tensor while the program runs");
        }
        Run actual = run;
        for (Map.Entry<String, Resident> resident : residents.entrySet()) {
            actual = actual.with(resident.getKey(), resident.getValue().read(machine));
        }
        var platform = new MachinePlatform(machine, placement, residents, firstSip, run.ranks(), run.patience());
        long start = machine.nowPs();
        try {
            Outcome outcome = new Interpreter(lowered).run(actual, platform);
            platform.finish(outcome.outputs().entrySet().stream()
                    .filter(output -> output.getKey().startsWith("result"))
                    .map(Map.Entry::getValue)
                    .toList());
            long end = machine.nowPs();
            return new Result(outcome, start, end, platform.firstBlockPs(start), platform.lastBlockPs(start));
        } finally {
            platform.close();
        }
    }
}

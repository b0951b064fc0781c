package sectile.runtime.simulated;

import sectile.base.diag.Diagnostics;
import sectile.compiler.Compiler;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.stmt.For;
import sectile.ir.symbol.ForKind;
import sectile.sim.topology.Topology;

/// Programs for the simulated machine.
public final class MachinePrograms {
    private MachinePrograms() {}

    /// The simulated machine as a target: the compiler's `machine` with the PEs and the memory of a topology.
    public static Target target(Topology topology) {
        return Targets.builtIn(Targets.MACHINE)
                .withGroups(topology.cubes() * topology.pesPerCube())
                .withCapacity("TCM", topology.memoryMap().tcmUsable());
    }

    /// The program as the machine runs it: itself if it is at tile level and without pipelined loops, else lowered to
    /// tiles. Collectives of kernels are lowered only where the host does some, too: the machine runs those
    /// of kernels as they are.
    ///
    /// @throws sectile.base.diag.DiagnosticException when it cannot be lowered
    public static Program lowered(Program program, String entry, Topology topology) {
        var problems = new Diagnostics();
        TileLevel.check(program, entry, problems);
        if (!problems.hasErrors() && !hasPipelines(program)) {
            return program;
        }
        boolean hostCommunicates =
                problems.all().stream().anyMatch(problem -> problem.is(TileLevel.COLLECTIVE_OF_THE_HOST));
        return Compiler.compile(
                        program,
                        target(topology),
                        hostCommunicates ? Pipelines.FULL : Pipelines.TILES,
                        PassListener.NONE)
                .program();
    }

    private static boolean hasPipelines(Program program) {
        boolean[] found = {false};
        for (Function function : program.functions()) {
            Walk.each(function.body(), s -> found[0] |= s instanceof For loop && loop.kind() == ForKind.PIPELINE);
        }
        return found[0];
    }
}

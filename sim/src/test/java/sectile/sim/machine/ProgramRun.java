package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.memory.Mmu;
import sectile.sim.path.CriticalPath;
import sectile.sim.random.Generator;
import sectile.sim.random.Layout;
import sectile.sim.random.Program;
import sectile.sim.random.ProgramKernel;

/// What a run of a random program leaves behind.
///
/// @param homes what the homes of the ranks hold at the end
/// @param path what the launch took its time for, if the machine was traced
/// @param energy what it used, if the topology says how to count it
record ProgramRun(
        LaunchResult result,
        String traceHash,
        long events,
        long unmatched,
        List<NdArray> homes,
        Optional<CriticalPath> path,
        Optional<EnergyUse> energy) {
    private static final Shape HOME = Shape.of(Layout.BYTES);

    /// What the homes of the ranks hold before the run.
    static List<NdArray> inputs(Program program) {
        return Generator.inputs(program).stream()
                .map(bytes -> NdArray.ofBytes(bytes, DType.U8, HOME))
                .toList();
    }

    static ProgramRun of(Program program, MachineOptions options, Engine engine) {
        return of(program, new ProgramKernel(program), options, engine);
    }

    /// @param kernel that runs the program
    static ProgramRun of(Program program, Kernel kernel, MachineOptions options, Engine engine) {
        List<NdArray> inputs = inputs(program);
        try (Machine machine = Machine.open(program.topology(), options, engine)) {
            machine.install(InstallPlan.of(program.wiring(), program.queues()));
            Homes homes = new Homes(machine, program);
            for (int i = 0; i < inputs.size(); i++) {
                homes.write(i, inputs.get(i));
            }
            Launch launch = machine.submit(
                    kernel, place -> homes.args(program.ranks().indexOf(place)), PeSet.of(program.ranks()));
            machine.drain();
            Optional<CriticalPath> path = machine.criticalPath(
                    launch.result().submittedPs(), launch.result().completedPs());
            List<NdArray> outputs = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                outputs.add(homes.read(i));
            }
            MachineStatistics statistics = machine.statistics();
            return new ProgramRun(
                    launch.result(),
                    statistics.traceHash(),
                    statistics.events(),
                    statistics.unmatched(),
                    outputs,
                    path,
                    statistics.energy());
        }
    }

    /// The same with other values.
    ProgramRun with(List<NdArray> values) {
        return new ProgramRun(result, traceHash, events, unmatched, values, path, energy);
    }

    /// The homes of a program's ranks in the memories of a machine.
    private static final class Homes {
        private final Machine machine;
        private final List<Long> bases = new ArrayList<>();
        private final List<List<Mmu.Entry>> parts = new ArrayList<>();

        Homes(Machine machine, Program program) {
            this.machine = machine;
            for (int i = 0; i < program.ranks().size(); i++) {
                Program.Home home = program.homes().get(i);
                Place rank = program.ranks().get(i);
                List<Mmu.Entry> entries = new ArrayList<>();
                long virtual = machine.allocateVirtual(rank.sip(), Layout.BYTES);
                long at = virtual;
                for (Program.Part part : home.parts()) {
                    long physical = machine.allocate(part.space(), part.place(), part.bytes());
                    entries.add(new Mmu.Entry(at, part.bytes(), physical));
                    at += part.bytes();
                }
                parts.add(entries);
                bases.add(home.mapped() ? virtual : entries.getFirst().physical());
                machine.map(PeSet.of(rank), place -> entries);
            }
        }

        KernelArgs args(int rank) {
            List<Object> all = new ArrayList<>(List.of(bases.get(rank), (long) Layout.BYTES));
            all.addAll(bases);
            return new KernelArgs(all);
        }

        void write(int rank, NdArray input) {
            long at = 0;
            for (Mmu.Entry part : parts.get(rank)) {
                machine.write(part.physical(), input.slice(0, at, at + part.bytes()));
                at += part.bytes();
            }
        }

        NdArray read(int rank) {
            NdArray whole = NdArray.zeros(DType.U8, HOME);
            long at = 0;
            for (Mmu.Entry part : parts.get(rank)) {
                whole.slice(0, at, at + part.bytes())
                        .assign(machine.read(part.physical(), DType.U8, Shape.of(part.bytes())));
                at += part.bytes();
            }
            return whole;
        }
    }
}

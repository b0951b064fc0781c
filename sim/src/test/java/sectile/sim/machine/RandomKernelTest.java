package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.coroutine.CoroutineKind;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.memory.Mmu;
import sectile.sim.random.Generator;
import sectile.sim.random.Layout;
import sectile.sim.random.PlainEvaluation;
import sectile.sim.random.Program;
import sectile.sim.random.ProgramKernel;
import sectile.sim.random.Step;

/// Random kernels on random machines: however they are run they take the same time and leave the same trace, and they
/// compute what plain loops compute. One seed: `-Dsectile.seed=N`; how many: `-Dsectile.seeds=N`.
final class RandomKernelTest {
    private static final Shape HOME = Shape.of(Layout.BYTES);

    /// What a run leaves behind.
    private record Outcome(LaunchResult result, String traceHash, long events, long unmatched, List<NdArray> homes) {}

    @Test
    void everyWayToRunAProgramAgrees() {
        long only = Long.getLong("sectile.seed", -1);
        long from = Math.max(0, only);
        long to = only >= 0 ? only + 1 : Long.getLong("sectile.seeds", 300);
        Set<Class<?>> seen = new HashSet<>();
        for (long seed = from; seed < to; seed++) {
            try {
                Program program = Generator.program(seed);
                program.steps().forEach(steps -> steps.forEach(step -> seen.add(step.getClass())));
                check(program);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "replay with ./sectile test sim -Dtest=RandomKernelTest -Dsectile.seed=" + seed, e);
            }
        }
        if (to - from >= 100) {
            assertThat(seen).as("kinds of steps").containsExactlyInAnyOrder(Step.class.getPermittedSubclasses());
        }
    }

    private static void check(Program program) {
        List<NdArray> inputs = Generator.inputs(program).stream()
                .map(bytes -> NdArray.ofBytes(bytes, DType.U8, HOME))
                .toList();
        List<byte[]> expected = PlainEvaluation.run(program, Generator.inputs(program));
        MachineOptions options = MachineOptions.standard();
        Outcome first = run(program, inputs, options, new Engine());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(first.homes.get(i).toBytes()).as("home of rank " + i).isEqualTo(expected.get(i));
        }
        assertThat(first.unmatched).as("payloads and credits of no queue").isZero();
        assertThat(run(program, inputs, options, new Engine()))
                .as("a second run")
                .isEqualTo(first);
        assertThat(run(program, inputs, options, Engine.reference()))
                .as("the engine on a plain heap")
                .isEqualTo(first);
        MachineOptions threads = options.withCoroutines(CoroutineKind.VIRTUAL_THREAD);
        assertThat(run(program, inputs, threads, new Engine()))
                .as("virtual threads")
                .isEqualTo(first);
        MachineOptions timing = options.withData(false);
        if (program.branches()) {
            assertThatThrownBy(() -> run(program, inputs, timing, new Engine()))
                    .as("branches on values without values")
                    .hasMessageContaining("KER-209");
        } else {
            Outcome timed = run(program, inputs, timing, new Engine());
            assertThat(new Outcome(timed.result, timed.traceHash, timed.events, timed.unmatched, first.homes))
                    .as("without values")
                    .isEqualTo(first);
            Kernel ahead = new ProgramKernel(program).repeatable();
            for (CoroutineKind kind : CoroutineKind.values()) {
                assertThat(run(program, ahead, inputs, timing.withCoroutines(kind), new Engine()))
                        .as("without values, the kernel ahead of the machine, " + kind)
                        .isEqualTo(timed);
            }
        }
        if (!program.remote()) {
            List<NdArray> functional = FunctionalRun.run(
                    new ProgramKernel(program), program.wiring(), inputs, input -> List.of(), place -> KernelArgs.of());
            assertThat(functional).as("the functional run").isEqualTo(first.homes);
        }
    }

    private static Outcome run(Program program, List<NdArray> inputs, MachineOptions options, Engine engine) {
        return run(program, new ProgramKernel(program), inputs, options, engine);
    }

    private static Outcome run(
            Program program, Kernel kernel, List<NdArray> inputs, MachineOptions options, Engine engine) {
        try (Machine machine = Machine.open(program.topology(), options, engine)) {
            machine.install(InstallPlan.of(program.wiring(), program.queues()));
            Homes homes = new Homes(machine, program);
            for (int i = 0; i < inputs.size(); i++) {
                homes.write(i, inputs.get(i));
            }
            Launch launch = machine.submit(
                    kernel, place -> homes.args(program.ranks().indexOf(place)), PeSet.of(program.ranks()));
            machine.drain();
            List<NdArray> outputs = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                outputs.add(homes.read(i));
            }
            MachineStatistics statistics = machine.statistics();
            return new Outcome(
                    launch.result(), statistics.traceHash(), statistics.events(), statistics.unmatched(), outputs);
        }
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

    @Test
    void anotherProgramLeavesAnotherTrace() {
        Set<String> hashes = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            Program program = Generator.program(seed);
            List<NdArray> inputs = Generator.inputs(program).stream()
                    .map(bytes -> NdArray.ofBytes(bytes, DType.U8, HOME))
                    .toList();
            hashes.add(run(program, inputs, MachineOptions.standard(), new Engine())
                    .traceHash());
        }
        assertThat(hashes).hasSize(50);
    }
}

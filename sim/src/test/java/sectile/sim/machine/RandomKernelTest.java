package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.array.NdArray;
import sectile.base.coroutine.CoroutineKind;
import sectile.sim.engine.Engine;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.random.Generator;
import sectile.sim.random.PlainEvaluation;
import sectile.sim.random.Program;
import sectile.sim.random.ProgramKernel;
import sectile.sim.random.Step;

/// Random kernels on random machines: however they are run they take the same time and leave the same trace, and they
/// compute what plain loops compute. One seed: `-Dsectile.seed=N`; how many: `-Dsectile.seeds=N`.
final class RandomKernelTest {
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
        List<NdArray> inputs = ProgramRun.inputs(program);
        List<byte[]> expected = PlainEvaluation.run(program, Generator.inputs(program));
        MachineOptions options = MachineOptions.standard();
        ProgramRun first = ProgramRun.of(program, options, new Engine());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(first.homes().get(i).toBytes()).as("home of rank " + i).isEqualTo(expected.get(i));
        }
        assertThat(first.unmatched()).as("payloads and credits of no queue").isZero();
        assertThat(ProgramRun.of(program, options, new Engine()))
                .as("a second run")
                .isEqualTo(first);
        assertThat(ProgramRun.of(program, options, Engine.reference()))
                .as("the engine on a plain heap")
                .isEqualTo(first);
        MachineOptions threads = options.withCoroutines(CoroutineKind.VIRTUAL_THREAD);
        assertThat(ProgramRun.of(program, threads, new Engine()))
                .as("virtual threads")
                .isEqualTo(first);
        MachineOptions timing = options.withData(false);
        if (program.branches()) {
            assertThatThrownBy(() -> ProgramRun.of(program, timing, new Engine()))
                    .as("branches on values without values")
                    .hasMessageContaining("KER-209");
        } else {
            ProgramRun timed = ProgramRun.of(program, timing, new Engine());
            assertThat(timed.with(first.homes())).as("without values").isEqualTo(first);
            Kernel ahead = new ProgramKernel(program).repeatable();
            for (CoroutineKind kind : CoroutineKind.values()) {
                assertThat(ProgramRun.of(program, ahead, timing.withCoroutines(kind), new Engine()))
                        .as("without values, the kernel ahead of the machine, " + kind)
                        .isEqualTo(timed);
            }
        }
        if (!program.remote()) {
            List<NdArray> functional = FunctionalRun.run(
                    new ProgramKernel(program), program.wiring(), inputs, input -> List.of(), place -> KernelArgs.of());
            assertThat(functional).as("the functional run").isEqualTo(first.homes());
        }
    }

    @Test
    void anotherProgramLeavesAnotherTrace() {
        Set<String> hashes = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            Program program = Generator.program(seed);
            hashes.add(ProgramRun.of(program, MachineOptions.standard(), new Engine())
                    .traceHash());
        }
        assertThat(hashes).hasSize(50);
    }
}

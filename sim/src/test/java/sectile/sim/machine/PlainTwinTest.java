package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.sim.engine.Engine;
import sectile.sim.kernel.Kernel;
import sectile.sim.random.Generator;
import sectile.sim.random.Program;
import sectile.sim.random.ProgramKernel;
import sectile.sim.trace.Op;

/// Kernels that run ahead of the clock and kernels that sleep until each operation has ended: equal times, operations,
/// trace hashes and values on random kernels and machines.
///
/// How many: `-Dsectile.kernels=N`; one seed: `-Dsectile.seed=N`.
final class PlainTwinTest {
    private static final int SHOWN = 8;

    @Test
    void aheadOfTheClockAndAsleepAreTheSame() {
        long only = Long.getLong("sectile.seed", -1);
        long from = Math.max(0, only);
        long to = only >= 0 ? only + 1 : Long.getLong("sectile.kernels", 100);
        for (long seed = from; seed < to; seed++) {
            try {
                check(Generator.program(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "replay with ./sectile test sim -Dtest=PlainTwinTest -Dsectile.seed=" + seed, e);
            }
        }
    }

    private static void check(Program program) {
        MachineOptions values = MachineOptions.standard();
        List<Op> aheadOps = new ArrayList<>();
        List<Op> plainOps = new ArrayList<>();
        ProgramRun ahead = ProgramRun.of(program, values.withListener(aheadOps::add), new Engine());
        ProgramRun plain =
                ProgramRun.of(program, values.withPace(Pace.PLAIN).withListener(plainOps::add), new Engine());
        assertThat(onlyIn(plainOps, aheadOps))
                .as("operations of kernels that sleep, among them none of those that run ahead: "
                        + onlyIn(aheadOps, plainOps))
                .isEmpty();
        assertSame(plain, ahead);
        assertThat(plain.homes()).as("values").isEqualTo(ahead.homes());
        if (!program.branches()) {
            MachineOptions timing = values.withData(false);
            Kernel repeatable = new ProgramKernel(program).repeatable();
            ProgramRun noted = ProgramRun.of(program, repeatable, timing, new Engine());
            assertSame(plain, noted);
            assertSame(ProgramRun.of(program, repeatable, timing.withPace(Pace.PLAIN), new Engine()), noted);
        }
    }

    private static void assertSame(ProgramRun plain, ProgramRun ahead) {
        assertThat(plain.result()).as("times of the launch and its PEs").isEqualTo(ahead.result());
        assertThat(plain.traceHash()).as("trace hash").isEqualTo(ahead.traceHash());
        assertThat(plain.unmatched()).as("payloads and credits of no queue").isZero();
    }

    /// The first operations that one run has and the other has not.
    private static List<String> onlyIn(List<Op> ops, List<Op> others) {
        List<String> rest = texts(ops);
        texts(others).forEach(rest::remove);
        return rest.subList(0, Math.min(SHOWN, rest.size()));
    }

    /// In the order of time. Flows are numbered in the order of simulation, so they are left out.
    private static List<String> texts(List<Op> ops) {
        return new ArrayList<>(ops.stream()
                .map(op -> String.format(
                        "%,16d ps %,16d ps %d %d %s %s %s %d bytes %d flops",
                        op.startPs(),
                        op.endPs(),
                        op.waitPs(),
                        op.flightPs(),
                        op.place(),
                        op.lane(),
                        op.name(),
                        op.bytes(),
                        op.flops()))
                .sorted()
                .toList());
    }
}

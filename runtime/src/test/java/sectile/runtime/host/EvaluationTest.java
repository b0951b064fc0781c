package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.Evaluation;
import sectile.runtime.device.EvaluationOptions;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.simulated.Programs;

class EvaluationTest {
    private static final EvaluationOptions QUICK =
            EvaluationOptions.standard().withRepeat(3).withMinRepeat(Duration.ofNanos(200_000));

    private static final String PROGRAM = """
        import pypto.language as pl
        @pl.program
        class P:
            @pl.function
            def main(self, x: pl.Tensor[[8, 16], pl.FP32], y: pl.Tensor[[16, 4], pl.FP32],
                     acc: pl.InOut[pl.Tensor[[8, 4], pl.FP32]]):
                acc[:] = acc * 2.0 + pl.matmul(x, y)
                return acc
        """;

    private static Run run(Program program) {
        return Programs.run(Programs.entries(program).getFirst(), 1, 5);
    }

    @Test
    void countsWorkAndTraffic() {
        Program program = Programs.parse(PROGRAM);
        try (HostDevice device = Hosts.open(0)) {
            Evaluation evaluation = device.evaluate(program, run(program), QUICK);
            // A product of 8 × 16 × 4, and a multiplication and an addition of 8 × 4.
            assertThat(evaluation.operations()).hasValue(2 * 8 * 16 * 4 + 2 * 8 * 4);
            // Two inputs, and one array that is read and written.
            assertThat(evaluation.bytes()).isEqualTo(4 * (8 * 16 + 16 * 4 + 2 * 8 * 4));
            assertThat(evaluation.times().values()).hasSize(3).allMatch(time -> time > 0);
            assertThat(evaluation.number()).isPositive();
            assertThat(evaluation.validation())
                    .hasValueSatisfying(text -> assertThat(text).contains("32 elements"));
            assertThat(evaluation.peak()).hasValueSatisfying(peak -> {
                assertThat(peak.operations()).isGreaterThan(1e8);
                assertThat(peak.bytes()).isGreaterThan(1e7);
            });
            assertThat(evaluation.roof().getAsDouble())
                    .isLessThanOrEqualTo(evaluation.peak().orElseThrow().operations());
        }
    }

    @Test
    void everyCounterHasAValueOrAReason() {
        Program program = Programs.parse(PROGRAM);
        try (HostDevice device = Hosts.open(0)) {
            Evaluation evaluation = device.evaluate(
                    program, run(program), QUICK.withCounters(true).withNumber(2));
            assertThat(evaluation.counters()).extracting("name").contains("cycles", "task_clock_ns");
            assertThat(evaluation.counters())
                    .allSatisfy(reading -> assertThat(reading.isAvailable())
                            .isEqualTo(reading.unavailable().isEmpty()));
        }
    }

    @Test
    void aColdExecutionIsTimedAlone() {
        Program program = Programs.parse(PROGRAM);
        try (HostDevice device = Hosts.open(0)) {
            Evaluation evaluation = device.evaluate(program, run(program), QUICK.withCold(true));
            assertThat(evaluation.cold()).isTrue();
            assertThat(evaluation.number()).isEqualTo(1);
        }
    }

    /// Executions before the first time must not change what a later one sees.
    @Test
    void repeatedExecutionsStartFromTheSameArguments() {
        Program program = Programs.parse(PROGRAM);
        try (HostDevice device = Hosts.open(0);
                LoadedProgram loaded = device.load(program)) {
            String once = Hosts.outcome(() -> loaded.run(run(program)));
            try (LoadedProgram.Prepared prepared = loaded.prepare(run(program))) {
                prepared.execute(3);
                prepared.execute(2);
            }
            assertThat(Hosts.outcome(() -> loaded.run(run(program)))).isEqualTo(once);
        }
    }

    @Test
    void ranksWithWindowsRunAgainAndAgain() {
        Program program = Programs.example("all_reduce.py");
        Run run = Programs.run(Programs.entries(program).getFirst(), 4, 3);
        try (HostDevice device = Hosts.open(0)) {
            assertThat(device.evaluate(program, run, QUICK).times().median()).isPositive();
        }
    }

    @Test
    void aWrongResultIsNotTimed() {
        Program program = Programs.parse(PROGRAM);
        Program other = Programs.parse(PROGRAM.replace("acc * 2.0", "acc * 3.0"));
        try (HostDevice host = Hosts.open(0)) {
            var wrong = new Wrong(host, other);
            assertThatThrownBy(() -> wrong.evaluate(program, run(program), QUICK))
                    .hasMessageContaining("RUN-320")
                    .hasMessageContaining("`acc` is wrong");
            assertThat(wrong.evaluate(program, run(program), QUICK.withValidation(false))
                            .validation())
                    .isEmpty();
        }
    }

    @Test
    void aDeviceWithoutCachesRefusesCold() {
        Program program = Programs.parse(PROGRAM);
        try (HostDevice host = Hosts.open(0)) {
            var device = new Wrong(host, program);
            assertThatThrownBy(() -> device.evaluate(program, run(program), QUICK.withCold(true)))
                    .hasMessageContaining("RUN-321");
        }
    }

    /// A device that runs another program than it is given.
    private record Wrong(HostDevice host, Program other) implements ProgramDevice {
        @Override
        public DeviceId id() {
            return new DeviceId("wrong", 0);
        }

        @Override
        public String architecture() {
            return host.architecture();
        }

        @Override
        public String description() {
            return host.description();
        }

        @Override
        public Optional<DeviceMemory> memory() {
            return Optional.empty();
        }

        @Override
        public LoadedProgram load(Program program) {
            LoadedProgram loaded = host.load(other);
            return new LoadedProgram() {
                @Override
                public Outcome run(Run run) {
                    return loaded.run(run);
                }

                @Override
                public Timed timed(Run run) {
                    return loaded.timed(run);
                }

                @Override
                public void close() {
                    loaded.close();
                }
            };
        }

        @Override
        public void close() {}
    }

    @Test
    void contradictionsAreRefused() {
        assertThatThrownBy(() -> QUICK.withNumber(2).withCold(true)).hasMessageContaining("alone");
        assertThat(List.of(QUICK.repeat())).containsExactly(3);
    }
}

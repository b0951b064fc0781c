package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfTime;
import sectile.sim.Place;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.PeSet;
import sectile.sim.memory.Buffers.Buffer;
import sectile.sim.topology.Topologies;

/// A text kernel without an end ends at the limit, at the line of its loop.
class LimitsTest {
    private static final String LOOPS = """
            def kernel(x, n, tl):
                v = tl.zeros((4,), "f32")
                LOOP
                    v = BODY
            """;

    private static String text(String loop, String body) {
        return LOOPS.replace("LOOP", loop).replace("BODY", body);
    }

    private static Limits stopped() {
        Limits limits = Limits.none();
        limits.stop(OutOfTime.after(Duration.ofSeconds(5)));
        return limits;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "while True: | v + v",
                "while True: | tl.exp(v)",
                "while True: | tl.zeros((4,), 'f32')",
                "while True: | tl.num_programs(0)",
                "for i in range(2**31 - 1): | v * 2",
                "for i in range(2**31 - 1): | i",
            })
    void endsOnTheMachine(String loop, String body) {
        for (boolean values : List.of(true, false)) {
            try (Machine machine = Machine.open(
                    Topologies.preset("small"),
                    MachineOptions.standard().withData(values).within(stopped()))) {
                assertThatThrownBy(() -> machine.launch(
                                Texts.load(text(loop, body)).kernel(),
                                KernelArgs.of(0, 4),
                                PeSet.of(List.of(new Place(0, 0, 0)))))
                        .hasMessageContaining("LIM-101")
                        .satisfies(e -> assertThat(diagnostics(e)).containsPattern("test\\.py:[34]"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v + v", "tl.exp(v)", "1", "tl.load(x, (4,), 'f32')"})
    void endsInTheFunctionalRun(String body) {
        NdArray input = NdArray.of(DType.F32, Shape.of(4), 1, 2, 3, 4);
        assertThatThrownBy(() -> FunctionalRun.runShared(
                        Texts.load(text("while True:", body)).kernel(),
                        Wiring.ring(FunctionalRun.ranks(1)),
                        input,
                        List.of(new Buffer(0, 16, DType.F32)),
                        stopped()))
                .hasMessageContaining("LIM-101")
                .satisfies(e -> assertThat(diagnostics(e)).containsPattern("test\\.py:[34]"));
    }

    private static String diagnostics(Throwable e) {
        var known = (DiagnosticException) e;
        return known.diagnostics() + " " + known.diagnostics().getFirst().notes();
    }
}

package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;

/// A kernel that asks for a message and ends without it would leave a slot to no one.
class OpenReceiveTest {
    private static final Shape FOUR = Shape.of(4);
    private static final List<Place> TWO = List.of(new Place(0, 0, 0), new Place(0, 0, 1));

    private static final Kernel FORGETFUL = (tl, args) -> {
        tl.send("E", tl.zeros(FOUR, DType.F32));
        tl.recvAsync("W", FOUR, DType.F32);
    };

    private static final Kernel RIGHT = (tl, args) -> {
        tl.send("E", tl.zeros(FOUR, DType.F32));
        tl.await(tl.recvAsync("W", FOUR, DType.F32));
    };

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "false, true"})
    void isAnErrorOnTheMachine(boolean values, boolean ahead) {
        MachineOptions options = MachineOptions.standard().withData(values);
        try (Machine machine = Machine.open(Topologies.preset("small"), options)) {
            machine.install(InstallPlan.of(Wiring.ring(TWO), new QueueConfig(Space.TCM, 2, 256, 16)));
            Kernel forgetful = ahead ? FORGETFUL.repeatable() : FORGETFUL;
            assertThatThrownBy(() -> machine.launch(forgetful, KernelArgs.of(), PeSet.of(TWO)))
                    .hasMessageContaining("KER-213")
                    .hasMessageContaining("started from `W`");
            for (int i = 0; i < 5; i++) {
                assertThat(machine.launch(ahead ? RIGHT.repeatable() : RIGHT, KernelArgs.of(), PeSet.of(TWO))
                                .peExecutionPs())
                        .isPositive();
            }
        }
    }

    @Test
    void isAnErrorInTheFunctionalRun() {
        List<NdArray> inputs = List.of(NdArray.zeros(DType.F32, FOUR), NdArray.zeros(DType.F32, FOUR));
        Wiring ring = Wiring.ring(FunctionalRun.ranks(2));
        assertThatThrownBy(() -> FunctionalRun.run(FORGETFUL, ring, inputs, place -> KernelArgs.of()))
                .hasMessageContaining("KER-213");
        assertThat(FunctionalRun.run(RIGHT, ring, inputs, place -> KernelArgs.of()))
                .hasSize(2);
    }
}

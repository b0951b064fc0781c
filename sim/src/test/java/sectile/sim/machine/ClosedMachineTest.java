package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

/// A closed machine takes nothing any more.
final class ClosedMachineTest {
    private static final Place PE = new Place(0, 0, 0);
    private static final NdArray ARRAY = NdArray.zeros(DType.F32, Shape.of(4));

    record Use(String name, Consumer<Machine> action) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Use> uses() {
        Kernel kernel = (tl, args) -> {};
        Wiring ring = Wiring.ring(FunctionalRun.ranks(2));
        return Stream.of(
                new Use("install", m -> m.install(InstallPlan.of(ring, new QueueConfig(Space.TCM, 2, 64, 16)))),
                new Use("uninstall", m -> m.uninstall(PeSet.of(PE))),
                new Use("launch", m -> m.launch(kernel, KernelArgs.of(), PeSet.of(PE))),
                new Use("submit", m -> m.submit(kernel, KernelArgs.of(), PeSet.of(PE))),
                new Use("allocate", m -> m.allocate(Space.HBM, PE, 64)),
                new Use("allocateVirtual", m -> m.allocateVirtual(0, 64)),
                new Use("write", m -> m.write(m.addresses().peHbm(PE, 0), ARRAY)),
                new Use("writeTimed", m -> m.writeTimed(Map.of(m.addresses().peHbm(PE, 0), 16L))),
                new Use("read", m -> m.read(m.addresses().peHbm(PE, 0), DType.F32, Shape.of(4))),
                new Use("map", m -> m.map(PeSet.of(PE), place -> List.of())),
                new Use("unmap", m -> m.submitUnmap(PeSet.of(PE), 1L << 51, 64)),
                new Use("delay", m -> m.submitDelay(5)),
                new Use("drain", Machine::drain),
                new Use("advance", Machine::advance));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void refuses(Use use) {
        Machine machine = Machine.open(Topologies.preset("flat"));
        machine.close();
        machine.close();
        assertThatThrownBy(() -> use.action.accept(machine)).hasMessageContaining("SIM-409");
    }
}

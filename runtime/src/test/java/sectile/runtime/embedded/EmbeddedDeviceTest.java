package sectile.runtime.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.Hosts;

/// Emulated boards, which have no memory for arrays.
class EmbeddedDeviceTest extends DeviceConformance {
    @Override
    protected ProgramDevice open(int index) {
        EmbeddedExamplesTest.open(Board.RISCV64).close();
        return EmbeddedDevice.open(Board.RISCV64, index, Hosts.options());
    }

    @Test
    void buffersOfTheHostAreUsedIfAllowedAndTheOutcomeSaysSo() {
        device(0);
        NdArray x = NdArray.full(DType.F32, Shape.of(1, 64), 4);
        try (HostDevice host = Hosts.open(0);
                DeviceArray there = DeviceArray.on(host, x);
                DeviceArray target = DeviceArray.zeros(host, DType.F32, Shape.of(1, 64));
                EmbeddedDevice board = EmbeddedDevice.open(Board.RISCV64, 0, Hosts.options(), true);
                LoadedProgram loaded = board.load(scale(3))) {
            Outcome outcome = loaded.run(Run.of("main").with("x", there).with("y", target));
            assertThat(target.toHost().getDoubleAt(7)).isEqualTo(12);
            assertThat(outcome.outputs()).isEmpty();
            assertThat(outcome.remarks()).extracting(remark -> remark.code()).containsExactly("RUN-203", "RUN-203");
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> DeviceArray.on(board, x))
                    .withMessageContaining("RUN-202");
        }
    }

    @Test
    void theEmittedTextIsLeftWhereItIsAskedFor(@TempDir Path directory) {
        device(0);
        NdArray x = NdArray.full(DType.F32, Shape.of(1, 64), 4);
        Path temps = directory.resolve("temps");
        try (EmbeddedDevice board =
                        EmbeddedDevice.open(Board.RISCV64, 0, Hosts.options().savingTemps(temps), false);
                LoadedProgram loaded = board.load(scale(3))) {
            loaded.run(Run.of("main").with("x", x));
        }
        assertThat(temps).isDirectoryContaining("glob:**/program.c");
    }
}

package sectile.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// What every device class must do. A subclass opens its devices; a class is done when all of this passes, and
/// [MemoryConformance] if it has memory for arrays.
public abstract class DeviceConformance {
    private final ArrayList<ProgramDevice> opened = new ArrayList<>();

    /// A new device; different indices are different devices.
    protected abstract ProgramDevice open(int index);

    /// How many programs are loaded and unloaded; fewer where every run starts processes.
    protected int many() {
        return 25;
    }

    protected final ProgramDevice device(int index) {
        ProgramDevice device = open(index);
        opened.add(device);
        return device;
    }

    @AfterEach
    void closeAll() {
        opened.forEach(ProgramDevice::close);
    }

    @Test
    void saysWhatItIs() {
        ProgramDevice device = device(0);
        assertThat(device.id().toString()).contains(":");
        assertThat(device.architecture()).isNotEmpty();
        assertThat(device.description()).isNotEmpty();
        assertThat(device(1).id()).isNotEqualTo(device.id());
    }

    @Test
    void nothingRunsAfterClose() {
        ProgramDevice device = device(0);
        LoadedProgram loaded = device.load(scale(2));
        device.close();
        device.close();
        assertThatIllegalStateException().isThrownBy(() -> device.load(scale(3)));
        assertThatIllegalStateException().isThrownBy(() -> loaded.run(input(1)));
    }

    @Test
    void evaluatesWithAndWithoutCounters() {
        ProgramDevice device = device(0);
        EvaluationOptions options = EvaluationOptions.standard().withRepeat(2).withNumber(1);
        Evaluation plain = device.evaluate(scale(3), input(1), options);
        assertThat(plain.times().values()).hasSize(2).allMatch(time -> time > 0);
        assertThat(plain.validation())
                .hasValueSatisfying(text -> assertThat(text).startsWith("64 elements agree"));
        assertThat(plain.counters()).isEmpty();
        Evaluation counted = device.evaluate(scale(3), input(1), options.withCounters(true));
        assertThat(counted.times().median()).isPositive();
        assertThat(counted.counters()).allMatch(reading -> reading.isAvailable() ? reading.value() >= 0 : true);
    }

    /// A parameter that should be on the device is there, or the device says that it has no memory for arrays.
    @Test
    void aMarkedParameterIsOnTheDeviceOrRefused() {
        ProgramDevice device = device(0);
        Program marked = scale(3, "pl.OnDevice[", "]");
        try (LoadedProgram loaded = device.load(marked)) {
            if (device.memory().isPresent()) {
                assertThat(loaded.run(input(2)).output("y").getDoubleAt(1)).isEqualTo(9);
            } else {
                assertThatExceptionOfType(DiagnosticException.class)
                        .isThrownBy(() -> loaded.run(input(2)))
                        .withMessageContaining("RUN-202");
            }
        }
    }

    @Test
    void runsWhatItLoads() {
        ProgramDevice device = device(0);
        try (LoadedProgram loaded = device.load(scale(3))) {
            Outcome expected = new Interpreter(scale(3)).run(input(5));
            assertThat(loaded.run(input(5)).output("y")).isEqualTo(expected.output("y"));
            LoadedProgram.Timed timed = loaded.timed(input(5));
            assertThat(timed.outcome().output("y")).isEqualTo(expected.output("y"));
            assertThat(timed.nanoseconds()).isPositive();
        }
    }

    @Test
    void twoDevicesRunSideBySide() {
        try (LoadedProgram first = device(0).load(scale(2));
                LoadedProgram second = device(1).load(scale(5))) {
            assertThat(first.run(input(1)).output("y").getDoubleAt(3)).isEqualTo(8);
            assertThat(second.run(input(1)).output("y").getDoubleAt(3)).isEqualTo(20);
            assertThat(first.run(input(1)).output("y").getDoubleAt(3)).isEqualTo(8);
        }
    }

    @Test
    void loadsAndUnloadsManyPrograms() {
        ProgramDevice device = device(0);
        for (int i = 0; i < many(); i++) {
            LoadedProgram loaded = device.load(scale(i % 3 + 1));
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(0)).isEqualTo(i % 3 + 1);
            loaded.close();
            loaded.close();
            assertThatIllegalStateException().isThrownBy(() -> loaded.run(input(1)));
        }
    }

    /// `y = factor · x` for 64 elements.
    public static Program scale(int factor) {
        return scale(factor, "", "");
    }

    /// The same with something around the types of the entry's parameters.
    public static Program scale(int factor, String before, String after) {
        return FrontEnd.parse(new SourceFile("scale.py", """
                import pypto.language as pl
                @pl.program
                class Scale:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                        y = pl.store(pl.load(x, [0, 0], [1, 64]) * %1$d.0, [0, 0], y)
                        return y
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: %2$spl.Tensor[[1, 64], pl.FP32]%3$s, y: %2$spl.Out[pl.Tensor[[1, 64], pl.FP32]]%3$s):
                        return self.kernel(x, y)
                """.formatted(factor, before, after)));
    }

    /// first, first + 1, …
    public static Run input(int first) {
        NdArray x = NdArray.zeros(DType.F32, Shape.of(1, 64));
        for (int i = 0; i < 64; i++) {
            x.setDoubleAt(i, first + i);
        }
        return Run.of("main").with("x", x);
    }
}

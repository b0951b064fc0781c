package sectile.runtime.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.symbol.Marks;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.Evaluation;
import sectile.runtime.device.EvaluationOptions;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.Hosts;

/// What `pl.OnDevice` and `pl.Const` save on a device with memory of its own.
class MarksTest {
    private static final long BYTES = 64 * Float.BYTES;

    private static long copied(ProgramDevice device, String before, String after) {
        Evaluation evaluation = device.evaluate(
                DeviceConformance.scale(3, before, after),
                DeviceConformance.input(1),
                EvaluationOptions.standard().withRepeat(1).withNumber(2));
        return evaluation.copied();
    }

    @Test
    void anExecutionCopiesWhatIsNotMarked() {
        try (ProgramDevice device = OpenCls.open(0);
                ProgramDevice host = Hosts.open(0)) {
            assertThat(copied(device, "", "")).isEqualTo(2 * BYTES);
            assertThat(copied(device, "pl.OnDevice[", "]")).isZero();
            assertThat(copied(host, "", "")).isZero();
        }
    }

    /// That the elements of a constant do not change is a promise of the caller: the device looks at them once.
    @Test
    void aConstantIsKeptFromOneRunToTheNext() {
        NdArray x = NdArray.full(DType.F32, Shape.of(1, 64), 1);
        try (ProgramDevice device = OpenCls.open(0);
                LoadedProgram loaded = device.load(constant())) {
            assertThat(loaded.run(Run.of("main").with("x", x)).output("y").getDoubleAt(0))
                    .isEqualTo(2);
            x.fill(5L);
            assertThat(loaded.run(Run.of("main").with("x", x)).output("y").getDoubleAt(0))
                    .isEqualTo(2);
            assertThat(loaded.run(Run.of("main").with("x", x.copy()))
                            .output("y")
                            .getDoubleAt(0))
                    .isEqualTo(10);
            Evaluation evaluation = device.evaluate(
                    constant(),
                    Run.of("main").with("x", x),
                    EvaluationOptions.standard().withRepeat(1).withNumber(1));
            assertThat(evaluation.copied()).isEqualTo(BYTES);
        }
    }

    /// Only the input can be constant.
    private static Program constant() {
        Program marked = DeviceConformance.scale(2);
        Function main = marked.function("main");
        var params = new ArrayList<>(main.params());
        params.set(0, params.getFirst().withMarks(new Marks(false, true)));
        return marked.withFunctions(marked.functions().stream()
                .map(function -> function == main ? main.withParams(params) : function)
                .toList());
    }
}

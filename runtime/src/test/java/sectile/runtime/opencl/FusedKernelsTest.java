package sectile.runtime.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.FusedConformance;
import sectile.runtime.device.FusedOps;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Ops that share a kernel in OpenCL C.
class FusedKernelsTest extends FusedConformance {
    @TempDir
    private Path temps;

    @Override
    protected ProgramDevice open() {
        return OpenCls.open(0);
    }

    /// Devices have NaNs of their own; results have the interpreter's.
    @Test
    void productsThatAreNotNumbersHaveTheBitsOfTheInterpreter() {
        Program program = Programs.parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function
                    def main(self, x: pl.Tensor[[4, 4], pl.FP32], out: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
                        z = x - x
                        out[:] = pl.matmul(z / z, x)
                        return out
                """);
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 11);
        try (ProgramDevice device = open();
                LoadedProgram loaded = device.load(program)) {
            assertThat(Hosts.outcome(() -> loaded.run(run)))
                    .isEqualTo(Hosts.outcome(() -> new Interpreter(program).run(run)));
        }
    }

    @Test
    void theTextOfTheKernelsIsLeftWhereItIsAskedFor() throws IOException {
        Program program = Programs.example("softmax.py");
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 7);
        try (ProgramDevice device =
                        OpenClDevice.open(OpenCls.library(), 0, Hosts.options().savingTemps(temps));
                LoadedProgram loaded = device.load(program)) {
            loaded.run(run);
            assertThat(loaded.fused(run)).isNotEmpty().allMatch(FusedOps::kernel);
        }
        assertThat(Files.readString(temps.resolve("program.cl")))
                .contains("__kernel void fused_0(", "sx_exp_v(", "get_global_id(0)");
    }
}

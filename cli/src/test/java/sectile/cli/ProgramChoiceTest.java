package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.io.Npy;

/// Files with several programs, factories, imports and functions without shapes, on the command line.
class ProgramChoiceTest {
    @TempDir
    Path temp;

    private String factories = "";

    @BeforeEach
    void write() throws IOException {
        Files.writeString(temp.resolve("constants.py"), "SCALE = 3.0\n");
        factories = Files.writeString(temp.resolve("factories.py"), """
                import pypto.language as pl
                from constants import SCALE


                def build(n: int = 8):
                    @pl.program
                    class Scale:
                        @pl.function
                        def main(self, x: pl.Tensor[[n], pl.FP32], out: pl.Out[pl.Tensor[[n], pl.FP32]]):
                            out[:] = pl.mul(x, SCALE)

                    @pl.program
                    class Count:
                        @pl.function
                        def main(self, x: pl.Tensor[[n], pl.FP32], out: pl.Out[pl.Tensor[[n], pl.FP32]]):
                            out[:] = pl.add(x, float(n))

                    return Scale, Count
                """).toString();
    }

    @Test
    void aProgramIsChosenByName() {
        Result several = InProcess.sectile("exec", factories);
        assertThat(several.exitCode()).isEqualTo(2);
        assertThat(several.err()).contains("LANG-504", "build.Scale, build.Count", "--program build.Scale");
        Result scale = InProcess.sectile("exec", factories, "--program", "Scale", "--input", "x=ones", "--json");
        assertThat(scale.err()).isEmpty();
        assertThat(scale.out()).contains("\"max\": 3");
        Result unknown = InProcess.sectile("exec", factories, "--program", "Cuont");
        assertThat(unknown.err()).contains("LANG-527");
    }

    @Test
    void aParameterOfAFactoryIsSet() {
        Result count = InProcess.sectile(
                "exec", factories, "--program", "build.Count", "--set", "n=5", "--input", "x=ones", "--json");
        assertThat(count.err()).isEmpty();
        assertThat(count.out()).contains("\"max\": 6");
    }

    @Test
    void checkChecksAllPrograms() {
        Result all = InProcess.sectile("check", factories);
        assertThat(all.err()).isEmpty();
        assertThat(all.out()).contains("build.Scale, 1 function, no problems", "build.Count, 1 function, no problems");
    }

    @Test
    void shapesComeFromInputs() throws IOException {
        String program = Files.writeString(temp.resolve("open.py"), """
                import pypto.language as pl


                @pl.jit
                def double(a: pl.Tensor, out: pl.Out[pl.Tensor]):
                    out[:] = a + a
                    return out
                """).toString();
        NdArray array = NdArray.zeros(DType.F32, Shape.of(3, 4));
        array.setDoubleAt(7, 2.5);
        Path file = temp.resolve("a.npy");
        Npy.write(file, array);
        Result run =
                InProcess.sectile("exec", program, "--input", "a=" + file, "--input", "out=zeros:3x4:f32", "--json");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("\"max\": 5");
        Result open = InProcess.sectile("check", program);
        assertThat(open.exitCode()).isZero();
        assertThat(open.err()).contains("LANG-528", "a, out");
        Result known = InProcess.sectile("check", program, "--input", "a=" + file, "--shape", "out=3x4:f32");
        assertThat(known.err()).isEmpty();
    }
}

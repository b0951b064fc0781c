package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.text.FrontEnd;
import sectile.runtime.process.ProcessProgram;

/// Arrays that are larger than a Java array can be, on their way to a process and back. They need 12 GB,
/// and `JAVA_TOOL_OPTIONS=-XX:MaxDirectMemorySize=8g`.
@EnabledIfSystemProperty(named = "sectile.large", matches = "true")
class LargeArraysTest {
    private static final long ELEMENTS = (1L << 31) + 4096;

    @TempDir
    private Path directory;

    @Test
    void anArrayAbove2GibGoesToAProcessAndBack() throws IOException {
        NativeBuild build = NativeBuild.executable(
                CCompiler.find(Hosts.options()), List.of("-march=native"), List.of("-lm", "-lpthread"));
        var cache = new NativeCache(Hosts.options().cache(), build);
        var program =
                FrontEnd.parse(new SourceFile("large.py", """
                import pypto.language as pl
                @pl.program
                class Large:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.InOut[pl.Tensor[[1, %1$d], pl.INT8]], y: pl.Out[pl.Tensor[[1, 64], pl.INT8]]):
                        t = pl.load(x, [0, %2$d], [1, 64])
                        y = pl.store(t, [0, 0], y)
                        x = pl.store(t, [0, %3$d], x)
                        return y
                """.formatted(ELEMENTS, ELEMENTS - 64, ELEMENTS - 128)));
        Path file = directory.resolve("x");
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                var loaded = new ProcessProgram(
                        program,
                        cache,
                        Hosts.options(),
                        (executable, input, output, ranks) -> List.of(executable.toString(), input, output))) {
            // A file with a hole takes no memory.
            NdArray x = NdArray.over(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, ELEMENTS, arena), DType.I8, Shape.of(1, ELEMENTS));
            for (int i = 0; i < 64; i++) {
                x.memory().set(ValueLayout.JAVA_BYTE, ELEMENTS - 64 + i, (byte) (i + 1));
            }
            var outcome = loaded.run(Run.of("main").with("x", x));
            assertThat(outcome.output("y").getLongAt(63)).isEqualTo(64);
            NdArray changed = outcome.output("x");
            assertThat(changed.memory().get(ValueLayout.JAVA_BYTE, ELEMENTS - 128))
                    .isEqualTo((byte) 1);
            assertThat(changed.memory().get(ValueLayout.JAVA_BYTE, ELEMENTS - 1))
                    .isEqualTo((byte) 64);
            assertThat(changed.memory().get(ValueLayout.JAVA_BYTE, ELEMENTS - 200))
                    .isZero();
        }
    }
}

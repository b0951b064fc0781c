package sectile.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.SourceFile;
import sectile.ir.ops.EveryOpTest;
import sectile.ir.structural.Structural;
import sectile.ir.structural.StructuralHash;
import sectile.ir.text.FrontEnd;

/// Whatever can be written as text can be built: every example, every op and random programs, said to the builder.
class ReplayTest {
    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    private static void same(Program program) {
        Program built = Replay.replay(program);
        assertThat(Structural.firstDifference(program, built)).isEmpty();
        assertThat(StructuralHash.of(built)).isEqualTo(StructuralHash.of(program));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesCanBeBuilt(Path example) throws IOException {
        same(FrontEnd.parse(new SourceFile(example.getFileName().toString(), Files.readString(example))));
    }

    @Test
    void everyOpCanBeBuilt() {
        assertThat(EveryOpTest.programs()).hasSizeGreaterThan(250).allSatisfy(ReplayTest::same);
    }

    @Test
    void randomProgramsCanBeBuilt() {
        LongStream.range(0, 300).mapToObj(ProgramGenerator::program).forEach(ReplayTest::same);
    }
}

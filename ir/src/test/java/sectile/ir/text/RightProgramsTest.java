package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.binary.BinaryReader;
import sectile.ir.binary.BinaryWriter;
import sectile.ir.structural.Structural;
import sectile.ir.verify.Check;

/// Kernels in many styles, one idea per file under `right`: each is accepted and reads back as itself.
class RightProgramsTest {
    static Stream<Path> programs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "test", "resources", "right"))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isAcceptedAndReadsBack(Path path) throws IOException {
        var diagnostics = new Diagnostics();
        var source = new SourceFile(path.getFileName().toString(), Files.readString(path));
        Program program = Check.check(source, Specialisation.NONE, diagnostics)
                .orElseThrow(() -> new AssertionError(diagnostics.all().toString()));
        String text = Printer.print(program);
        Program again = FrontEnd.parse(new SourceFile("printed.py", text));
        assertThat(Structural.firstDifference(program, again)).as(text).isEmpty();
        Program bytes = BinaryReader.read(BinaryWriter.write(program));
        assertThat(Structural.firstDifference(program, bytes)).isEmpty();
    }

    @Test
    void thereAreEnough() throws IOException {
        assertThat(programs()).hasSizeGreaterThanOrEqualTo(40);
    }
}

package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.structural.Structural;
import sectile.ir.structural.StructuralHash;

/// Every example reads, prints, and reads back as itself.
class ExamplesTest {
    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void roundTrips(Path example) throws IOException {
        Program program = FrontEnd.parse(new SourceFile(example.getFileName().toString(), Files.readString(example)));
        String printed = Printer.print(program);
        Program again = FrontEnd.parse(new SourceFile("printed", printed));
        assertThat(Structural.firstDifference(program, again)).as(printed).isEmpty();
        assertThat(StructuralHash.of(again)).isEqualTo(StructuralHash.of(program));
        assertThat(Printer.print(again)).isEqualTo(printed);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aChangedExampleIsNotEqual(Path example) throws IOException {
        String text = Files.readString(example);
        Program program = FrontEnd.parse(new SourceFile("a", text));
        String changed = Printer.print(program).replaceFirst("pl\\.(FP32|FP16|BF16)", "pl.INT16");
        Program other;
        try {
            other = FrontEnd.parse(new SourceFile("b", changed));
        } catch (sectile.base.diag.DiagnosticException stillWrong) {
            return; // the change was even a type error
        }
        assertThat(Structural.firstDifference(program, other))
                .hasValueSatisfying(d -> assertThat(d.path()).contains("params"));
    }
}

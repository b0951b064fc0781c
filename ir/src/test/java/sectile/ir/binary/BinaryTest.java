package sectile.ir.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.ProgramGenerator;
import sectile.ir.structural.Structural;
import sectile.ir.text.FrontEnd;

class BinaryTest {
    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesReadBack(Path example) throws IOException {
        Program program = FrontEnd.parse(new SourceFile("e", Files.readString(example)));
        byte[] bytes = BinaryWriter.write(program);
        assertThat(Structural.firstDifference(program, BinaryReader.read(bytes)))
                .isEmpty();
    }

    @Test
    void aCutFileIsADiagnostic() {
        byte[] bytes = BinaryWriter.write(ProgramGenerator.program(7));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> BinaryReader.read(cut)).isInstanceOf(DiagnosticException.class);
        }
    }

    @Test
    void aFlippedBitIsADiagnostic() {
        byte[] bytes = BinaryWriter.write(ProgramGenerator.program(7));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> BinaryReader.read(flipped)).isInstanceOf(DiagnosticException.class);
        }
    }

    @Test
    void behindTheChecksumDamageIsStillADiagnosticOrAnotherProgram() {
        byte[] bytes = BinaryWriter.write(ProgramGenerator.program(7));
        var random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] body = Arrays.copyOfRange(bytes, Format.HEADER, bytes.length);
            for (int k = 0; k <= random.nextInt(3); k++) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(BinaryReader.body(body, 0)).isNotNull();
            } catch (DiagnosticException e) {
                assertThat(e.diagnostics()).isNotEmpty();
            }
        }
    }

    @Test
    void anotherVersionIsNamed() {
        byte[] bytes = BinaryWriter.write(ProgramGenerator.program(7));
        bytes[3] = 9;
        assertThatThrownBy(() -> BinaryReader.read(bytes)).hasMessageContaining("version 9, expected 4");
    }
}

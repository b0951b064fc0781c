package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.ProgramGenerator;
import sectile.ir.binary.BinaryReader;
import sectile.ir.binary.BinaryWriter;
import sectile.ir.structural.Structural;
import sectile.ir.verify.Check;

/// No input makes a reader crash or hang, and what is read prints and reads back. Without JAZZER_FUZZ=1 the recorded
/// inputs are replayed; `scripts/fuzz` runs a campaign.
class ReadersFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void text(byte[] data) {
        read(data);
    }

    @FuzzTest(maxDuration = "10m")
    void printed(byte[] data) {
        Optional<Program> program = read(data);
        if (program.isPresent()) {
            String text = Printer.print(program.get());
            Program again = FrontEnd.parse(new SourceFile("printed.py", text));
            assertThat(Structural.firstDifference(program.get(), again))
                    .as(text)
                    .isEmpty();
            Program bytes = BinaryReader.read(BinaryWriter.write(program.get()));
            assertThat(Structural.firstDifference(program.get(), bytes)).isEmpty();
        }
    }

    /// Any bytes, or those of a program with some of them changed.
    @FuzzTest(maxDuration = "10m")
    void bytes(FuzzedDataProvider data) {
        byte[] bytes = data.consumeBoolean() ? data.consumeRemainingAsBytes() : damaged(data);
        Program program;
        try {
            program = BinaryReader.read(bytes);
        } catch (DiagnosticException expected) {
            return; // a damaged file is a diagnostic
        }
        assertThat(Structural.firstDifference(program, BinaryReader.read(BinaryWriter.write(program))))
                .isEmpty();
    }

    private static byte[] damaged(FuzzedDataProvider data) {
        byte[] bytes = BinaryWriter.write(ProgramGenerator.program(data.consumeInt(0, 50)));
        while (data.remainingBytes() > 0) {
            bytes[data.consumeInt(0, bytes.length - 1)] = data.consumeByte();
        }
        return bytes;
    }

    private static Optional<Program> read(byte[] data) {
        return Check.check(
                new SourceFile("fuzz.py", new String(data, StandardCharsets.UTF_8)),
                Specialisation.NONE,
                new Diagnostics());
    }
}

package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
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

    private static Optional<Program> read(byte[] data) {
        return Check.check(
                new SourceFile("fuzz.py", new String(data, StandardCharsets.UTF_8)),
                Specialisation.NONE,
                new Diagnostics());
    }
}

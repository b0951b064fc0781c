package sectile.ir.binary;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import sectile.base.diag.DiagnosticException;
import sectile.ir.Program;
import sectile.ir.ProgramGenerator;

/// No bytes make the reader crash, hang or take memory without bound, not even behind a right checksum. Without
/// JAZZER_FUZZ=1 the recorded inputs are replayed; `scripts/fuzz` runs a campaign.
class BinaryFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void anyBytes(FuzzedDataProvider data) {
        boolean header = data.consumeBoolean();
        byte[] bytes = data.consumeRemainingAsBytes();
        try {
            Program program = header ? BinaryReader.read(bytes) : BinaryReader.body(bytes, 0);
            check(program);
        } catch (DiagnosticException expected) {
            assertThat(expected.diagnostics()).isNotEmpty();
        }
    }

    /// The bytes of a program with some of them changed.
    @FuzzTest(maxDuration = "10m")
    void changedPrograms(FuzzedDataProvider data) {
        byte[] bytes = BinaryWriter.write(ProgramGenerator.program(data.consumeInt(0, 50)));
        while (data.remainingBytes() > 0) {
            bytes[data.consumeInt(Format.HEADER, bytes.length - 1)] = data.consumeByte();
        }
        try {
            check(BinaryReader.body(bytes, Format.HEADER));
        } catch (DiagnosticException expected) {
            assertThat(expected.diagnostics()).isNotEmpty();
        }
    }

    private static void check(Program program) {
        byte[] bytes = BinaryWriter.write(program);
        assertThat(BinaryWriter.write(BinaryReader.read(bytes))).isEqualTo(bytes);
    }
}

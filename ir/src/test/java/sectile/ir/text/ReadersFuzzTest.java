package sectile.ir.text;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.binary.BinaryReader;
import sectile.ir.verify.Check;

/// No input makes a reader crash or hang. Without JAZZER_FUZZ=1 the recorded inputs are replayed; with it, each runs
/// for its time.
class ReadersFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void text(FuzzedDataProvider data) {
        Check.check(new SourceFile("fuzz.py", data.consumeRemainingAsString()), Specialisation.NONE, new Diagnostics());
    }

    @FuzzTest(maxDuration = "30s")
    void bytes(byte[] data) {
        try {
            BinaryReader.read(data);
        } catch (DiagnosticException expected) {
            // a damaged file is a diagnostic
        }
    }
}

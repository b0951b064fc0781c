package sectile.ir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.binary.BinaryReader;
import sectile.ir.binary.BinaryWriter;
import sectile.ir.structural.Structural;
import sectile.ir.structural.StructuralHash;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;
import sectile.ir.verify.Verifier;

/// Laws that hold for every program. One seed: `-Dsectile.seed=N`; how many: `-Dsectile.seeds=N`.
class RandomProgramsTest {
    @Test
    void textAndBytesReadBackAsTheProgram() {
        long only = Long.getLong("sectile.seed", -1);
        long count = only >= 0 ? only + 1 : Long.getLong("sectile.seeds", 10_000);
        for (long seed = Math.max(only, 0); seed < count; seed++) {
            Program program = ProgramGenerator.program(seed);
            String replay = "replay with -Dtest=RandomProgramsTest -Dsectile.seed=" + seed;
            var diagnostics = new Diagnostics();
            Verifier.verify(program, diagnostics);
            assertThat(diagnostics.all()).as(replay).isEmpty();
            String text = Printer.print(program);
            Program fromText;
            try {
                fromText = FrontEnd.parse(new SourceFile("random.py", text));
            } catch (RuntimeException e) {
                throw new AssertionError(replay + "\n" + text, e);
            }
            assertThat(Structural.firstDifference(program, fromText))
                    .as(replay + "\n" + text)
                    .isEmpty();
            Program fromBytes = BinaryReader.read(BinaryWriter.write(program));
            assertThat(Structural.firstDifference(program, fromBytes))
                    .as(replay)
                    .isEmpty();
            long hash = StructuralHash.of(program);
            assertThat(StructuralHash.of(fromText)).as(replay).isEqualTo(hash);
            assertThat(StructuralHash.of(fromBytes)).as(replay).isEqualTo(hash);
        }
    }

    @Test
    void differentSeedsGiveDifferentPrograms() {
        Program first = ProgramGenerator.program(1);
        assertThat(Structural.equal(first, ProgramGenerator.program(2))).isFalse();
    }
}

package sectile.runtime.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Examples give the same bits on the interpreter and on emulated boards, with one rank.
///
/// Without properties every fifth example runs on each board, from a different one on; `-Dsectile.boards=all` runs all.
class EmbeddedExamplesTest {
    private static final int STEP = System.getProperty("sectile.boards", "").equals("all") ? 1 : 5;

    @ParameterizedTest
    @EnumSource(Board.class)
    void sameBitsAsTheInterpreter(Board board) {
        var wrong = new ArrayList<String>();
        List<String> names = Programs.exampleNames();
        try (EmbeddedDevice device = open(board)) {
            for (int i = board.ordinal() % STEP; i < names.size(); i += STEP) {
                Program program = Programs.example(names.get(i));
                try (LoadedProgram loaded = device.load(program)) {
                    for (Function entry : Programs.entries(program)) {
                        Run run = Programs.run(entry, 1, 7);
                        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
                        String actual = Hosts.outcome(() -> loaded.run(run));
                        if (!actual.equals(expected)) {
                            wrong.add(names.get(i) + " " + entry.name() + ": "
                                    + actual.substring(0, Math.min(200, actual.length())));
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    static EmbeddedDevice open(Board board) {
        try {
            return EmbeddedDevice.open(board, 0, Hosts.options());
        } catch (MissingException e) {
            Assumptions.abort("no compiler or emulator for " + board.text());
            throw e;
        }
    }
}

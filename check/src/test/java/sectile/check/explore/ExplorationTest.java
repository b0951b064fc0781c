package sectile.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.diag.SourceFile;
import sectile.check.ProgramSubject;
import sectile.interp.Run;
import sectile.interp.machine.Disturbance;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Exploration finds what running every order finds, in one run for each class of orders.
class ExplorationTest {
    private static final int MOST_ORDERS = 4000;

    /// What is drawn, and what goes wrong while it runs.
    enum Drawn {
        SIGNALS,
        TRANSFERS,
        /// Signals of the first rank are late.
        LATE,
        /// The second rank stops.
        ABORTED;

        List<Disturbance> wrong() {
            return switch (this) {
                case SIGNALS, TRANSFERS -> List.of();
                case LATE -> List.of(new Disturbance(Disturbance.Kind.DELAYED_SIGNAL, 0, Disturbance.EVERY));
                case ABORTED -> List.of(new Disturbance(Disturbance.Kind.ABORTED, 1, 1));
            };
        }
    }

    private static Explored explore(String text, int ranks, Drawn drawn, boolean reduce, int workers) {
        Program program = FrontEnd.parse(new SourceFile("p.py", text));
        var subject = new ProgramSubject(program, Run.of("k").on(ranks).disturbedBy(drawn.wrong()));
        return Explored.of(subject, ExplorationTest::text, reduce, MOST_ORDERS, workers);
    }

    private static String text(Answer answer) {
        var text = new StringBuilder();
        ((ProgramSubject.Result) answer)
                .outcome()
                .outputs()
                .forEach((name, array) -> text.append(name)
                        .append(Arrays.toString(array.toDoubles()))
                        .append(' '));
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource
    void findsWhatEveryOrderFinds(Drawn drawn) {
        int programs = Integer.getInteger("sectile.check.programs", 20)
                / (drawn.wrong().isEmpty() ? 1 : 5);
        long first = Long.getLong("sectile.check.seed", 0);
        int compared = 0;
        int stuck = 0;
        int racing = 0;
        long orders = 0;
        long executions = 0;
        for (long seed = first; compared < programs; seed++) {
            int ranks = 2 + (int) (seed % 2);
            String text = RandomProtocols.draw(seed, ranks, ranks == 2 ? 4 : 2, drawn == Drawn.TRANSFERS);
            Explored all = explore(text, ranks, drawn, false, 1);
            if (!all.coverage().complete()) {
                continue;
            }
            Explored reduced = explore(text, ranks, drawn, true, 1);
            String program = "-Dsectile.check.seed=" + seed + "\n" + text;
            reduced.assertFindsWhat(all, program);
            explore(text, ranks, drawn, true, 2).assertFindsWhat(all, "by two workers " + program);
            compared++;
            stuck += all.ends().stream().anyMatch(end -> end.contains("EXEC-201")) ? 1 : 0;
            racing += all.races().isEmpty() ? 0 : 1;
            orders += all.coverage().executions();
            executions += reduced.coverage().executions();
        }
        assertThat(stuck).isGreaterThan(programs / 10);
        if (drawn != Drawn.ABORTED) {
            assertThat(racing).isGreaterThan(programs / 10);
            assertThat(executions).isLessThan(orders / 3);
        }
    }
}

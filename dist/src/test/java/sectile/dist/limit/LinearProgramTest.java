package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinearProgramTest {
    @Test
    void makesTheFirstVariableAsLargeAsRowsAndLimitsAllow() {
        LinearProgram program = new LinearProgram(3);
        program.atMost(1, 2);
        program.atMost(2, 5);
        program.add(new double[] {1, -1, -1}, 1);
        LinearProgram.Solution solution = program.solve().orElseThrow();
        assertThat(solution.values()).containsExactly(8.0, 2.0, 5.0);
        assertThat(solution.prices()).containsExactly(1.0);
        // The others must not be more than 4 together.
        program.add(new double[] {0, 1, 1}, 4);
        solution = program.solve().orElseThrow();
        assertThat(solution.values().getFirst()).isCloseTo(5, within(1e-12));
        assertThat(solution.prices()).containsExactly(1.0, 1.0);
        // They are equal.
        program.addBalance(new double[] {0, 1, -1});
        program.add(new double[] {0, 1, 0}, 1.5);
        assertThat(program.solve().orElseThrow().values().getFirst()).isCloseTo(4, within(1e-12));
    }

    /// Rows that come one at a time, between solutions, or all at once.
    @Test
    void rowsThatAreAddedLaterCountAsMuch() {
        SplittableRandom random = new SplittableRandom(4);
        for (int run = 0; run < 200; run++) {
            int variables = 3 + random.nextInt(10);
            LinearProgram later = new LinearProgram(variables);
            LinearProgram atOnce = new LinearProgram(variables);
            for (int variable = 0; variable < variables; variable++) {
                double most = 1 + random.nextInt(5);
                later.atMost(variable, most);
                atOnce.atMost(variable, most);
            }
            double last = Double.POSITIVE_INFINITY;
            for (int row = 0; row < 3 + random.nextInt(12); row++) {
                double[] coefficients = new double[variables];
                for (int i = 0; i < variables; i++) {
                    coefficients[i] = random.nextInt(3) == 0 ? random.nextInt(7) - (i == 0 ? 1 : 3) : 0;
                }
                double limit = random.nextInt(4);
                later.add(coefficients, limit);
                atOnce.add(coefficients, limit);
                List<Double> values = later.solve().orElseThrow().values();
                assertThat(values.getFirst()).as("run " + run).isLessThanOrEqualTo(last + 1e-7);
                last = values.getFirst();
                double sum = 0;
                for (int i = 0; i < variables; i++) {
                    sum += coefficients[i] * values.get(i);
                }
                assertThat(sum).as("run " + run).isLessThanOrEqualTo(limit + 1e-6);
            }
            assertThat(atOnce.solve().orElseThrow().values().getFirst())
                    .as("run " + run)
                    .isCloseTo(last, within(1e-7));
        }
    }

    /// Rounding may make a row look like this one.
    @Test
    void aRowThatCannotBeKeptLeavesNoSolution() {
        LinearProgram program = new LinearProgram(1);
        program.atMost(0, 5);
        assertThat(program.solve()).isPresent();
        program.add(new double[] {1}, -1);
        assertThat(program.solve()).isEmpty();
        program.add(new double[] {1}, 1);
        assertThat(program.solve()).isEmpty();
    }

    /// As many steps as are allowed do not suffice, then and after more rows.
    @Test
    void workIsLimited() {
        int variables = 20;
        LinearProgram program = new LinearProgram(variables);
        program.atMost(0, 1);
        for (int i = 1; i < variables; i++) {
            double[] row = new double[variables];
            row[i - 1] = 1;
            row[i] = -1;
            program.add(row, 0);
        }
        double[] last = new double[variables];
        last[variables - 1] = 1;
        program.add(last, 0.5);
        assertThat(program.solve(1)).isEmpty();
        assertThat(program.solve()).isEmpty();
    }
}

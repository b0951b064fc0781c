package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;

/// Every executor gives the bits of exact arithmetic, rounded as docs/numbers.md states.
class ConformanceTest {
    private static final List<Executor> EXECUTORS = List.of(
            new NumbersExecutor(),
            new ElementsExecutor(),
            new InterpreterExecutor(),
            TlExecutor.FUNCTIONAL,
            TlExecutor.MACHINE);

    @Test
    void everyFunctionOfEveryType() {
        List<String> mistakes = new ArrayList<>();
        Map<Executor, Integer> runs = new LinkedHashMap<>();
        for (Case test : Case.all()) {
            List<NdArray> operands = Edges.operands(test);
            long[] expected = Oracle.expected(test, operands);
            for (Executor executor : EXECUTORS) {
                if (executor.has(test)) {
                    firstMistake(executor, test, operands, expected).ifPresent(mistakes::add);
                    runs.merge(executor, 1, Integer::sum);
                }
            }
        }
        assertThat(mistakes).isEmpty();
        assertThat(runs)
                .hasSize(EXECUTORS.size())
                .allSatisfy((executor, count) -> assertThat(count).isGreaterThan(300));
    }

    @Test
    void theOracleKnowsItsFormats() {
        assertThat(Oracle.encode(DType.F16, 65519.99)).isEqualTo(0x7bff);
        assertThat(Oracle.encode(DType.F16, 65520)).isEqualTo(0x7c00);
        assertThat(Oracle.encode(DType.F8E4M3, 1e9)).isEqualTo(0x7e);
        assertThat(Oracle.encode(DType.BF16, 0x1p-134)).isZero();
        assertThat(Oracle.decode(DType.F8E5M2, 0x7b)).isEqualTo(57344);
    }

    private static Optional<String> firstMistake(
            Executor executor, Case test, List<NdArray> operands, long[] expected) {
        NdArray result;
        try {
            result = executor.run(test, operands);
        } catch (RuntimeException e) {
            return Optional.of(executor.getClass().getSimpleName() + ": " + test + ": " + e.getMessage());
        }
        return Mistakes.first(executor.getClass().getSimpleName(), test, operands, expected, 0, result);
    }
}

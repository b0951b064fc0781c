package sectile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.Program;

/// A pass whose time grows with the square of a program makes large programs impossible, and nothing else finds it.
///
/// No speed is asserted: a program is compared with a thirty-second of its size in the same process, by CPU time, and
/// the time may grow four times as fast as the program. With the square it grows thirty-two times as fast. What takes
/// next to no time is not compared, and the best of several measurements counts.
class NearLinearPassesTest {
    private static final int SMALL = 200;
    private static final int FACTOR = 32;
    private static final int TOLERANCE = 4;
    private static final int ATTEMPTS = 4;
    private static final long NEGLIGIBLE = 500_000;

    @ParameterizedTest
    @EnumSource(LongPrograms.class)
    void timeGrowsWithTheProgram(LongPrograms shape) {
        Target target = Targets.builtIn("npu-gm");
        Program small = shape.program(SMALL);
        Program large = shape.program(SMALL * FACTOR);
        Map<String, Long> smallest = new HashMap<>();
        Map<String, Long> largest = new HashMap<>();
        List<String> slow = new ArrayList<>();
        for (int attempt = 0; attempt < ATTEMPTS && (attempt == 0 || !slow.isEmpty()); attempt++) {
            CompilerBench.times(small, target);
            CompilerBench.times(small, target).forEach((pass, nanos) -> smallest.merge(pass, nanos, Math::max));
            CompilerBench.times(large, target).forEach((pass, nanos) -> largest.merge(pass, nanos, Math::min));
            slow.clear();
            largest.forEach((pass, nanos) -> {
                long limit = FACTOR * TOLERANCE * Math.max(NEGLIGIBLE, smallest.getOrDefault(pass, 0L));
                if (nanos > limit) {
                    slow.add(pass + " took " + nanos / 1_000_000 + " ms, at most " + limit / 1_000_000 + " expected");
                }
            });
        }
        assertThat(slow).isEmpty();
    }
}

package sectile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Run;

/// A pass, the front end or a run whose time grows with the square of a program makes large programs
/// impossible, and nothing else finds it.
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
        compare(size -> CompilerBench.times(shape, size, target).nanos());
    }

    /// Windows, dispatches and tasks that are under way cost no more when there are many of them.
    @Test
    void timeOfARunGrowsWithTheProgram() {
        Target target = Targets.builtIn("npu-gm");
        Map<Integer, CompilerBench.Times> programs = new HashMap<>();
        for (int size : List.of(SMALL, SMALL * FACTOR)) {
            programs.put(size, CompilerBench.times(LongPrograms.WINDOWS, size, target));
        }
        Run run = Run.of("host")
                .with("x", NdArray.full(DType.F32, Shape.of(4, 1, 64), 1.5))
                .on(2);
        compare(size -> {
            CompilerBench.Times times = Objects.requireNonNull(programs.get(size));
            long began = Cpu.nanos();
            new Interpreter(times.source()).run(run);
            long source = Cpu.nanos() - began;
            began = Cpu.nanos();
            new Interpreter(times.compiled()).run(run);
            return Map.of("the source", source, "the compiled program", Cpu.nanos() - began);
        });
    }

    private static void compare(IntFunction<Map<String, Long>> measure) {
        Map<String, Long> smallest = new HashMap<>();
        Map<String, Long> largest = new HashMap<>();
        List<String> slow = new ArrayList<>();
        for (int attempt = 0; attempt < ATTEMPTS && (attempt == 0 || !slow.isEmpty()); attempt++) {
            var _ = measure.apply(SMALL);
            measure.apply(SMALL).forEach((pass, nanos) -> smallest.merge(pass, nanos, Math::max));
            measure.apply(SMALL * FACTOR).forEach((pass, nanos) -> largest.merge(pass, nanos, Math::min));
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

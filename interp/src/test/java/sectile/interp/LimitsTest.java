package sectile.interp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.limit.LimitReached;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfTime;

/// A program without an end, and one that wants too much, end with a diagnostic at their line.
class LimitsTest {
    private static final String PROGRAM = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
                    LOOP
                        t = pl.load(x, [0, 0], [8, 8])
                        out = pl.store(t, [0, 0], out)
                    return out
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for i in pl.range(0, 10**12):",
                "for i in pl.range(10**18, 0, -1):",
                "for i in pl.unroll(0, 10**8):",
                "for i in pl.parallel(0, 10**12):",
                "for i in pl.pipeline(0, 10**12):",
            })
    void aLoopEndsAtTheLimit(String loop) {
        Limits limits = Limits.none();
        limits.stop(OutOfTime.after(Duration.ofSeconds(5)));
        Run run = Run.of("kernel")
                .with("x", NdArray.zeros(DType.F32, Shape.of(8, 8)))
                .within(limits);
        assertThatThrownBy(() -> new Interpreter(Programs.parse(PROGRAM.replace("LOOP", loop))).run(run))
                .isInstanceOf(LimitReached.class)
                .hasMessageContaining("LIM-101")
                .hasMessageFindingMatch("test\\.py:[789]:");
    }

    @Test
    void aSeededOrderOfTooManyIterationsIsRefused() {
        Run run = Run.of("kernel")
                .with("x", NdArray.zeros(DType.F32, Shape.of(8, 8)))
                .seeded(1)
                .within(Limits.ofMemory(1L << 30));
        String program = PROGRAM.replace("LOOP", "for i in pl.parallel(0, 10**12):")
                .replace("out = pl.store(t, [0, 0], out)", "pl.store(t, [0, 0], out)");
        assertThatThrownBy(() -> new Interpreter(Programs.parse(program)).run(run))
                .hasMessageContaining("LIM-102")
                .hasMessageContaining("the order of a parallel loop takes 7.3 TiB");
    }

    @Test
    void aTensorTooLargeIsRefusedBeforeItIsMade() {
        String program = PROGRAM.replace("[8, 8], pl.FP32]", "[1000000, 1000000], pl.FP32]")
                .replace("LOOP", "for i in pl.range(0, 1):");
        assertThatThrownBy(() -> new Interpreter(Programs.parse(program))
                        .run(Run.of("kernel")
                                .with(
                                        "x",
                                        NdArray.zeros(DType.F32, Shape.of(1, 1))
                                                .broadcastTo(Shape.of(1000000, 1000000)))
                                .within(Limits.ofMemory(1L << 30))))
                .hasMessageContaining("LIM-102")
                .hasMessageContaining("`x` of 1000000x1000000 f32 takes 3.6 TiB, and the limit is 1 GiB")
                .hasMessageFindingMatch("test\\.py:6:");
    }

    @Test
    void theResultOfAnOpIsSizedBeforeItIsMade() {
        String program = PROGRAM.replace("LOOP", "for i in pl.range(0, 1):")
                .replace(
                        "pl.load(x, [0, 0], [8, 8])",
                        "pl.create_tile([100000, 100000], dtype=pl.FP32, target_memory=pl.Mem.Vec)")
                .replace("out = pl.store(t, [0, 0], out)", "pass");
        assertThatThrownBy(() -> new Interpreter(Programs.parse(program))
                        .run(Run.of("kernel")
                                .with("x", NdArray.zeros(DType.F32, Shape.of(8, 8)))
                                .within(Limits.ofMemory(1L << 30))))
                .hasMessageContaining("LIM-102")
                .hasMessageContaining("takes 37 GiB")
                .hasMessageFindingMatch("test\\.py:8:");
    }

    @Test
    void ranksAreSizedToo() {
        Run run = Run.of("kernel")
                .with("x", NdArray.zeros(DType.F32, Shape.of(8, 8)))
                .on(Integer.MAX_VALUE)
                .within(Limits.ofMemory(1L << 30));
        String program = PROGRAM.replace("LOOP", "for i in pl.range(0, 1):");
        assertThatThrownBy(() -> new Interpreter(Programs.parse(program)).run(run))
                .hasMessageContaining("LIM-102")
                .hasMessageContaining("2147483647 ranks");
    }
}

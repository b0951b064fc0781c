package sectile.interp.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.text.FrontEnd;

/// Ops between ranks and cores, under many schedules.
class DistributedTest {
    private static final int SEEDS = 1000;

    private static Interpreter interpreter(String text) {
        return new Interpreter(FrontEnd.parse(new SourceFile("test.py", text)));
    }

    private static NdArray random(long seed, long... dims) {
        var random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(DType.F32, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, (float) random.nextDouble());
        }
        return array;
    }

    @TestFactory
    Stream<DynamicTest> everyDistributedOpUnderAThousandSchedules() {
        return DistributedCases.all().entrySet().stream()
                .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> check(e.getValue())));
    }

    private static void check(DistributedCases.Case test) {
        NdArray x = random(3, 4, 4, 8);
        double[][] values = new double[4][];
        for (int r = 0; r < 4; r++) {
            values[r] = x.select(0, r).toDoubles();
        }
        // Ranks 0 and 2 get the row that is meant for them, the others nothing.
        NdArray counts = NdArray.of(new int[] {1, 0, 1, 0});
        Interpreter interpreter = interpreter(OtherPrograms.onRanks(test.body()));
        Run run = Run.of("k").with("x", x).with("counts", counts).on(4);
        for (int seed = -1; seed < SEEDS; seed++) {
            Outcome outcome = interpreter.run(seed < 0 ? run : run.seeded(seed));
            NdArray out = outcome.output("out");
            for (int i = 0; i < out.elements(); i++) {
                double expected = test.expected().at(values, i / 32, i % 32);
                if (Math.abs(out.getDoubleAt(i) - expected) > 1e-6) {
                    assertThat(out.getDoubleAt(i))
                            .as("element %d, schedule seed %d", i, seed)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void collectiveOfTheHostComesBetweenDispatches() {
        Interpreter interpreter = interpreter(OtherPrograms.HOST);
        for (int seed = 0; seed < 200; seed++) {
            NdArray out = interpreter.run(Run.of("host").on(4).seeded(seed)).output("out");
            assertThat(out.toFloats()).as("seed %d", seed).containsOnly(10f);
        }
    }

    @Test
    void internalFormsOfPutAndGet() {
        NdArray x = random(5, 4, 4, 8);
        Run run =
                Run.of("k").with("x", x).with("counts", NdArray.of(new int[4])).on(4);
        NdArray out = interpreter(OtherPrograms.INTERNALS).run(run).output("out");
        for (int r = 0; r < 4; r++) {
            assertThat(out.select(0, r).copy())
                    .isEqualTo(x.select(0, (r + 3) % 4).copy());
        }
    }

    @Test
    void collectivesOfPasses() {
        NdArray x = random(5, 4, 4, 8);
        Run run = Run.of("k")
                .with("x", x)
                .with("counts", NdArray.of(new int[] {1, 1, 1, 1}))
                .on(4);
        NdArray out = interpreter(OtherPrograms.BUILTINS).run(run).output("out");
        // Twice reduced and reduced once more in the part of its own, of which rank 0 shows row 0 of every rank.
        for (int i = 0; i < 8; i++) {
            double sum = 0;
            for (int r = 0; r < 4; r++) {
                sum += x.getDouble(r, 0, i);
            }
            assertThat(out.getDouble(0, 0, i)).isCloseTo(16 * sum, org.assertj.core.data.Offset.offset(1e-3));
            assertThat(out.getDouble(0, 1, i)).isCloseTo(4 * sum, org.assertj.core.data.Offset.offset(1e-3));
        }
    }

    @Test
    void pipesOnFourBlocksUnderAThousandSchedules() {
        NdArray a = random(1, 64, 16);
        Interpreter interpreter = interpreter(OtherPrograms.PIPES);
        Run run = Run.of("main").with("a", a);
        for (int seed = -1; seed < SEEDS; seed++) {
            NdArray out = interpreter.run(seed < 0 ? run : run.seeded(seed)).output("out");
            for (int i = 0; i < out.elements(); i++) {
                if (out.getDoubleAt(i) != 2 * a.getDoubleAt(i)) {
                    assertThat(out.getDoubleAt(i))
                            .as("element %d, schedule seed %d", i, seed)
                            .isEqualTo(2 * a.getDoubleAt(i));
                }
            }
        }
    }

    @Test
    void lanesHaveHalvesAndPutThemTogether() {
        NdArray a = random(1, 16, 16);
        Interpreter interpreter = interpreter(OtherPrograms.LANES);
        for (int seed = 0; seed < 100; seed++) {
            Outcome outcome = interpreter.run(Run.of("main").with("a", a).seeded(seed));
            assertThat(outcome.output("more")).isEqualTo(a);
            assertThat(outcome.output("out").getDoubleAt(200)).isEqualTo(2 * a.getDoubleAt(200));
            assertThat(outcome.output("out").getDoubleAt(3)).isEqualTo(2 * a.getDoubleAt(3));
        }
    }

    @Test
    void systemOpsRun() {
        NdArray x = random(1, 4, 8);
        Run run = Run.of("main").with("x", x).with("ws", NdArray.of(new int[64]));
        NdArray out = interpreter(OtherPrograms.SYSTEM).run(run).output("out");
        assertThat(out.getDoubleAt(5)).isEqualTo((float) (x.getDoubleAt(5) + 11));
    }
}

package sectile.runtime.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.base.yaml.YamlWriter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.simulated.Programs;
import sectile.sim.topology.Topology;

/// Times that follow from what a model says.
class PredictionTest {
    /// 10 ns to start, 100 ns a call, 20 ns a transfer, 5 ns an op, 1 GB/s in caches, 0.5 GB/s in memory.
    private static final HostModel MODEL =
            new HostModel(2, 10, 100, 20, 5, 1e9, 0.5e9, 192e9, 19.2e9, 9.6e9, 8e9, 1e9, 1e9, 4e9);

    private static double simulated(String dtype, String op, long footprint) {
        Program program = Programs.parse("""
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[64, 64], pl.DTYPE], y: pl.Out[pl.Tensor[[64, 64], pl.DTYPE]]):
                        t = pl.load(x, [0, 0], [64, 64])
                        u = OP
                        y = pl.store(u, [0, 0], y)
                        return y
                """.replace("DTYPE", dtype).replace("OP", op));
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 1);
        Prediction prediction = Prediction.of(program, run, MODEL, footprint);
        assertThat(prediction.nanoseconds()).isEqualTo(prediction.simulatedNs() + 10);
        return prediction.simulatedNs();
    }

    @Test
    void isTheSumOfWhatTheProgramDoes() {
        // A call; a load and a store of 16 KiB at 1 byte a nanosecond; 4,096 additions, 8 a nanosecond.
        assertThat(simulated("FP32", "pl.add(t, 1.0)", 0)).isCloseTo(100 + 2 * (20 + 16384) + 5 + 512, within(0.1));
    }

    @Test
    void dependsOnTheOp() {
        double addition = simulated("FP32", "pl.add(t, 1.0)", 0);
        assertThat(simulated("FP32", "pl.exp(t)", 0) - addition).isCloseTo(7 * 512, within(0.1));
        // Half as many bytes, and 8 times as long an addition.
        assertThat(simulated("FP16", "pl.add(t, 1.0)", 0)).isCloseTo(100 + 2 * (20 + 8192) + 5 + 4096, within(0.1));
    }

    @Test
    void arraysThatExceedTheCachesComeFromMemory() {
        assertThat(simulated("FP32", "pl.add(t, 1.0)", 64 << 20))
                .isCloseTo(100 + 2 * (20 + 2 * 16384) + 5 + 512, within(0.1));
    }

    /// What is measured is any number; a CPU must not be too fast to be described.
    @Test
    void everyMeasurementIsAMachine() {
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            double[] ns = random.doubles(4, Math.log(0.05), Math.log(1e6))
                    .map(Math::exp)
                    .toArray();
            double[] rates = random.doubles(9, Math.log(1e8), Math.log(1e14))
                    .map(Math::exp)
                    .toArray();
            var model = new HostModel(
                    1 + random.nextInt(256),
                    ns[0],
                    ns[1],
                    ns[2],
                    ns[3],
                    rates[0],
                    rates[1],
                    rates[2],
                    rates[3],
                    rates[4],
                    rates[5],
                    rates[6],
                    rates[7],
                    rates[8]);
            assertThat(model.topology(1 + random.nextInt(4), random.nextInt()).sips())
                    .as(model.toString())
                    .isPositive();
        }
    }

    @Test
    void aTopologyCanBeWritten() {
        Topology machine = MODEL.topology(3, 0);
        assertThat(machine.sips()).isEqualTo(3);
        assertThat(machine.pesPerCube()).isEqualTo(2);
        assertThat(YamlWriter.text(MODEL.document(3, 0))).contains("pe_per_corner: 2");
    }
}

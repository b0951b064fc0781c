package sectile.compiler.tiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.symbol.DataType;

class MatmulTilesTest {
    /// Every tile of whole fractals, and the whole extent.
    private static double bruteForce(MatmulShape shape, Target target) {
        double lowest = Double.POSITIVE_INFINITY;
        int um = target.fractal().m();
        int un = target.fractal().n();
        int uk = target.fractal().k(shape.input());
        for (long m = Math.min(um, shape.m()); m <= shape.m(); m = next(m, um, shape.m())) {
            for (long n = Math.min(un, shape.n()); n <= shape.n(); n = next(n, un, shape.n())) {
                for (long k = Math.min(uk, shape.k()); k <= shape.k(); k = next(k, uk, shape.k())) {
                    var tiles = new MatmulTiles(m, n, k);
                    if (tiles.fit(shape, target)) {
                        lowest = Math.min(lowest, tiles.cost(shape, target));
                    }
                }
            }
        }
        return lowest;
    }

    private static long next(long size, int unit, long extent) {
        return size == extent ? extent + 1 : Math.min(size + unit, extent);
    }

    @Test
    void theChoiceCostsAsLittleAsTheBestOfAllTiles() {
        var random = new Random(5);
        for (Target whole : Targets.all()) {
            for (int i = 0; i < 60; i++) {
                Target target = whole;
                for (Target.Memory memory : whole.memories()) {
                    target = target.withCapacity(memory.name(), 2048 + random.nextInt(20_000));
                }
                DataType output = random.nextBoolean() ? DataType.FP32 : DataType.FP16;
                var shape = new MatmulShape(
                        1 + random.nextInt(70),
                        1 + random.nextInt(70),
                        1 + random.nextInt(70),
                        random.nextBoolean() ? DataType.FP16 : DataType.FP32,
                        output,
                        random.nextInt(4) == 0,
                        random.nextInt(4) == 0);
                Optional<MatmulTiles> best = MatmulTiles.best(shape, target);
                double lowest = bruteForce(shape, target);
                double found = best.isPresent() ? best.get().cost(shape, target) : Double.POSITIVE_INFINITY;
                assertThat(found).as("%s on %s: %s", shape, target, best).isEqualTo(lowest);
            }
        }
    }

    /// 2 loads of 64 × 64 FP16 and a store of 64 × 64 FP32, with the numbers of `npu-gm`.
    @Test
    void theCostIsThatOfItsTransfersAndProducts() {
        Target target = Targets.builtIn("npu-gm");
        var shape = MatmulShape.plain(64, 64, 64, DataType.FP16, DataType.FP32);
        double loads = 2 * 64 * 64 * 2 / 64.0;
        double moves = 2 * 64 * 64 * 2 / 256.0;
        double store = 64 * 64 * 4 / 64.0;
        double products = 64 * 64 * 64 / 4096.0;
        assertThat(new MatmulTiles(64, 64, 64).cost(shape, target))
                .isEqualTo(loads + moves + store + 3 * 64 + products);
        assertThat(MatmulTiles.best(shape, target)).contains(new MatmulTiles(64, 64, 64));
    }

    @Test
    void withoutRoomForOneFractalThereIsNoChoice() {
        Target target = Targets.builtIn("npu-gm").withCapacity("L0C", 512);
        assertThat(MatmulTiles.best(MatmulShape.plain(64, 64, 64, DataType.FP16, DataType.FP32), target))
                .isEmpty();
    }
}

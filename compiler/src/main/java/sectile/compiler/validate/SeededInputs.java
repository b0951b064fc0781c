package sectile.compiler.validate;

import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.symbol.Direction;

/// Inputs for every parameter of a function, drawn from a seed: floats between -1 and 1, small integers.
public final class SeededInputs {
    /// What symbolic extents are.
    private static final long EXTENT = 8;

    private SeededInputs() {}

    public static Run run(Function function, int ranks, long seed) {
        var random = new SplittableRandom(seed);
        Run run = Run.of(function.name()).on(ranks);
        for (Param param : function.params()) {
            if (param.type() instanceof ScalarType scalar) {
                DType dtype = scalar.dtype().storage();
                run = dtype == DType.BOOL
                        ? run.with(param.name(), random.nextBoolean())
                        : dtype.isFloat() ? run.with(param.name(), 0.5) : run.with(param.name(), 1 + random.nextInt(3));
            } else if (param.type() instanceof Shaped shaped) {
                for (Expr extent : shaped.shape()) {
                    if (extent instanceof Dim dim) {
                        run = run.with(dim.name(), EXTENT);
                    }
                }
                if (param.direction() != Direction.OUT) {
                    run = run.with(param.name(), array(shaped, random));
                }
            }
        }
        return run;
    }

    private static NdArray array(Shaped shaped, SplittableRandom random) {
        long[] dims = shaped.shape().stream()
                .mapToLong(extent -> Dims.constant(extent).orElse(EXTENT))
                .toArray();
        DType dtype = shaped.dtype().storage();
        NdArray array = NdArray.zeros(dtype, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            if (dtype.isFloat()) {
                array.setDoubleAt(i, random.nextDouble() * 2 - 1);
            } else {
                array.setLongAt(i, random.nextInt(dtype == DType.BOOL ? 2 : 4));
            }
        }
        return array;
    }
}

package sectile.cli.conformance;

import java.util.List;
import sectile.base.array.NdArray;
import sectile.base.number.ArrayMath;
import sectile.base.number.Rounding;

/// The package itself.
final class NumbersExecutor implements Executor {
    @Override
    public boolean has(Case test) {
        return true;
    }

    @Override
    public NdArray run(Case test, List<NdArray> operands) {
        NdArray a = operands.getFirst();
        return switch (test) {
            case Case.Unary u -> ArrayMath.unary(u.function(), a);
            case Case.Binary b -> ArrayMath.binary(b.function(), a, operands.get(1), a.shape());
            case Case.Ternary t -> ArrayMath.ternary(t.function(), a, operands.get(1), operands.get(2), a.shape());
            case Case.Compare c -> ArrayMath.compare(c.comparison(), a, operands.get(1), a.shape());
            case Case.Cast c ->
                ArrayMath.cast(a, c.result(), Rounding.parse(c.mode()).orElseThrow());
            case Case.Reduce r -> ArrayMath.reduce(r.function(), a, 0);
        };
    }
}

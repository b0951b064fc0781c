package sectile.cli.conformance;

import java.util.List;
import sectile.base.array.NdArray;

/// The functions on single elements.
final class ElementsExecutor implements Executor {
    @Override
    public boolean has(Case test) {
        return !(test instanceof Case.Cast) && !(test instanceof Case.Reduce);
    }

    @Override
    public NdArray run(Case test, List<NdArray> operands) {
        NdArray result = NdArray.zeros(test.result(), operands.getFirst().shape());
        for (long i = 0; i < result.elements(); i++) {
            long a = operands.getFirst().bitsAt(i);
            long b = operands.size() > 1 ? operands.get(1).bitsAt(i) : 0;
            long c = operands.size() > 2 ? operands.get(2).bitsAt(i) : 0;
            result.setBitsAt(
                    i,
                    switch (test) {
                        case Case.Unary u -> u.function().onBits(u.dtype(), a);
                        case Case.Binary f -> f.function().onBits(f.dtype(), a, b);
                        case Case.Ternary t -> t.function().onBits(t.dtype(), a, b, c);
                        case Case.Compare f -> f.comparison().onBits(f.dtype(), a, b) ? 1 : 0;
                        case Case.Cast f -> throw new IllegalArgumentException(f.toString());
                        case Case.Reduce f -> throw new IllegalArgumentException(f.toString());
                    });
        }
        return result;
    }
}

package sectile.explore;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// The points of a search, in the order of the grid: the last axis changes fastest.
final class Points {
    private static final int MOST = 1_000_000;

    private final List<Axis> axes;

    Points(List<Axis> axes) {
        this.axes = axes;
    }

    /// The values of each point, one per axis.
    List<List<String>> of(Search search) {
        return switch (search) {
            case Search.Grid() -> grid();
            case Search.Sample(int count, long seed) -> sample(count, seed);
            case Search.Halving(Search candidates, Axis _, int _) -> of(candidates);
        };
    }

    private BigInteger size() {
        return axes.stream()
                .map(axis -> BigInteger.valueOf(axis.values().size()))
                .reduce(BigInteger.ONE, BigInteger::multiply);
    }

    private List<List<String>> grid() {
        BigInteger size = size();
        if (size.compareTo(BigInteger.valueOf(MOST)) > 0) {
            throw new DiagnosticException(Diagnostic.error(
                            ExploreCode.TOO_MANY_POINTS,
                            Span.none(),
                            "the grid has " + String.format("%,d", size) + " points")
                    .hint("choose some of them with --samples N, or name fewer values"));
        }
        return LongStream.range(0, size.longValueExact()).mapToObj(this::point).toList();
    }

    private List<List<String>> sample(int count, long seed) {
        BigInteger size = size();
        if (size.compareTo(BigInteger.valueOf(count)) <= 0) {
            return grid();
        }
        if (size.bitLength() > 62) {
            throw new DiagnosticException(Diagnostic.error(
                            ExploreCode.TOO_MANY_POINTS,
                            Span.none(),
                            "the grid has " + String.format("%,d", size) + " points")
                    .hint("name fewer values"));
        }
        var random = new SplittableRandom(seed);
        var chosen = new TreeSet<Long>();
        while (chosen.size() < count) {
            chosen.add(random.nextLong(size.longValueExact()));
        }
        return chosen.stream().map(this::point).toList();
    }

    private List<String> point(long number) {
        List<String> values = new ArrayList<>();
        long rest = number;
        for (Axis axis : axes.reversed()) {
            int count = axis.values().size();
            values.add(axis.values().get((int) (rest % count)));
            rest /= count;
        }
        return values.reversed();
    }
}

package sectile.compiler.arith;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ForKind;

class AnalyzerTest {
    private final Analyzer analyzer = new Analyzer();
    private final Var i = Cases.variable("i", DataType.INDEX);
    private final Var j = Cases.variable("j", DataType.INDEX);
    private final Var n = Cases.variable("n", DataType.INDEX);

    private static Expr number(long value) {
        return ConstInt.index(value);
    }

    private static Expr of(BinaryOp op, Expr a, Expr b) {
        return Binary.of(op, a, b, Origin.none());
    }

    private static Expr plus(Expr a, Expr b) {
        return of(BinaryOp.ADD, a, b);
    }

    private static Expr times(Expr a, long b) {
        return of(BinaryOp.MUL, a, number(b));
    }

    private static For loop(Var index, Expr start, Expr stop, long step) {
        return For.of(ForKind.SEQUENTIAL, index, start, stop, number(step), Seq.EMPTY, Origin.none());
    }

    private String canonical(Expr expr) {
        return analyzer.canonical(expr).map(Object::toString).orElse("none");
    }

    @Test
    void aLoopBoundsItsIndex() {
        try (Analyzer.Inside _ = analyzer.enter(loop(i, number(0), n, 4))) {
            assertThat(analyzer.isLess(i, n)).isTrue();
            assertThat(analyzer.isAtMost(plus(i, number(1)), n)).isTrue();
            assertThat(analyzer.isAtMost(plus(i, number(4)), n)).isFalse();
            assertThat(analyzer.congruence(i)).isEqualTo(Congruence.of(4, 0));
            assertThat(analyzer.bounds(i).low().signum()).isZero();
        }
        assertThat(analyzer.isLess(i, n)).isFalse();
        assertThat(analyzer.congruence(i)).isEqualTo(Congruence.ANY);
    }

    @Test
    void anUnboundedSumMayWrap() {
        assertThat(analyzer.isLess(i, plus(i, number(1)))).isFalse();
        assertThat(analyzer.areEqual(plus(i, number(1)), plus(number(1), i))).isTrue();
        try (Analyzer.Inside _ = analyzer.enter(of(BinaryOp.LT, i, number(100)), true)) {
            assertThat(analyzer.isLess(i, plus(i, number(1)))).isTrue();
        }
    }

    @Test
    void partsOfATiledIndexAreFound() {
        Var tile = Cases.variable("tile", DataType.INDEX);
        try (Analyzer.Inside _ = analyzer.enter(loop(tile, number(0), number(8), 1));
                Analyzer.Inside _ = analyzer.enter(loop(j, number(0), number(16), 1))) {
            Expr flat = plus(times(tile, 16), j);
            assertThat(canonical(of(BinaryOp.FLOOR_DIV, flat, number(16)))).isEqualTo("tile");
            assertThat(canonical(of(BinaryOp.MOD, flat, number(16)))).isEqualTo("j");
            assertThat(canonical(of(BinaryOp.FLOOR_DIV, flat, number(32)))).isEqualTo("(tile // 2)");
            assertThat(analyzer.bounds(flat)).isEqualTo(Interval.of(0, 127));
        }
    }

    @Test
    void quotientAndRemainderMakeTheWhole() {
        try (Analyzer.Inside _ = analyzer.enter(loop(i, number(0), number(1000), 1))) {
            Expr whole = plus(times(of(BinaryOp.FLOOR_DIV, i, number(7)), 7), of(BinaryOp.MOD, i, number(7)));
            assertThat(analyzer.areEqual(whole, i)).isTrue();
        }
    }

    @Test
    void rangesOfDifferentBlocksAreDisjoint() {
        try (Analyzer.Inside _ = analyzer.enter(loop(i, number(0), number(64), 1));
                Analyzer.Inside _ = analyzer.enter(loop(j, number(0), number(64), 1))) {
            assertThat(analyzer.areDisjoint(times(i, 16), number(16), times(j, 16), number(16)))
                    .isFalse();
            try (Analyzer.Inside _ = analyzer.enter(of(BinaryOp.LT, i, j), true)) {
                assertThat(analyzer.areDisjoint(times(i, 16), number(16), times(j, 16), number(16)))
                        .isTrue();
                assertThat(analyzer.areDisjoint(times(i, 16), number(17), times(j, 16), number(16)))
                        .isFalse();
            }
            Expr even = times(i, 32);
            Expr odd = plus(times(j, 32), number(16));
            assertThat(analyzer.areDisjoint(even, number(16), odd, number(16))).isTrue();
            assertThat(analyzer.areDisjoint(even, number(17), odd, number(16))).isFalse();
        }
    }

    @Test
    void theLastPartOfARaggedLoopFits() {
        Expr size = Dim.of("M");
        try (Analyzer.Inside _ = analyzer.enter(loop(i, number(0), size, 64))) {
            Expr rest = of(BinaryOp.MIN, number(64), of(BinaryOp.SUB, size, i));
            assertThat(analyzer.isAtMost(plus(i, rest), size)).isTrue();
            assertThat(analyzer.isLess(number(0), rest)).isTrue();
        }
    }

    @Test
    void conditionsAreDecidedUnderConditions() {
        Expr aligned = of(BinaryOp.EQ, of(BinaryOp.MOD, n, number(8)), number(0));
        try (Analyzer.Inside _ = analyzer.enter(aligned, true)) {
            assertThat(analyzer.decide(of(BinaryOp.EQ, of(BinaryOp.MOD, n, number(4)), number(0))))
                    .isEqualTo(Optional.of(true));
            assertThat(analyzer.decide(of(BinaryOp.EQ, n, number(12)))).isEqualTo(Optional.of(false));
            assertThat(analyzer.decide(of(BinaryOp.EQ, n, number(16)))).isEmpty();
        }
    }
}

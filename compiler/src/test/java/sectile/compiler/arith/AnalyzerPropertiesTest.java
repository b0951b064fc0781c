package sectile.compiler.arith;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ForKind;

/// Everything that the analyzer claims about random expressions holds for every value that execution computes.
/// `-Dsectile.arith.cases=N` sets how many are tried; a failure names its seed.
class AnalyzerPropertiesTest {
    private static final int CASES = Integer.getInteger("sectile.arith.cases", 300);

    /// Small types wrap all the time, so a proof that forgets to check for it is found at once.
    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"INT8", "UINT8", "INT32", "INDEX"})
    void claimsHoldForAllValues(DataType dtype) {
        int decided = 0;
        for (int seed = 0; seed < CASES; seed++) {
            decided += check(dtype, seed);
        }
        assertThat(decided).as("conditions that were decided").isGreaterThan(CASES / 20);
    }

    private static int check(DataType dtype, int seed) {
        var random = new Random(seed);
        Var i = Cases.variable("i", DataType.INDEX);
        Var x = Cases.variable("x", dtype);
        Var y = Cases.variable("y", dtype);
        List<Var> usable = dtype == DataType.INDEX ? List.of(x, y, i) : List.of(x, y);
        var cases = new Cases(random, usable);
        long start = random.nextInt(9) - 4L;
        long step = random.nextInt(4) + 1L;
        long stop = start + random.nextInt(20) + 1L;
        var loop = For.of(
                ForKind.SEQUENTIAL,
                i,
                ConstInt.index(start),
                ConstInt.index(stop),
                ConstInt.index(step),
                Seq.EMPTY,
                Origin.none());
        Expr assumed = cases.condition(1);
        Expr a = cases.expression(3);
        Expr b = random.nextInt(3) == 0 ? a : cases.expression(2);
        Expr condition = cases.condition(2);

        var analyzer = new Analyzer();
        Var z = Cases.variable("z", sectile.ir.expr.ScalarRules.dtypeOf(b));
        try (Analyzer.Inside _ = analyzer.enter(loop);
                Analyzer.Inside _ = analyzer.enter(assumed, true)) {
            analyzer.define(z, b);
            Expr aPlusZ = Binary.of(BinaryOp.ADD, a, z, Origin.none());
            Expr aPlusB = Binary.of(BinaryOp.ADD, a, b, Origin.none());
            Interval bounds = analyzer.bounds(a);
            Congruence congruence = analyzer.congruence(a);
            Optional<Boolean> decision = analyzer.decide(condition);
            boolean equal = analyzer.areEqual(a, b);
            boolean differ = analyzer.differ(a, b);
            boolean less = analyzer.isLess(a, b);
            Optional<Expr> canonical = analyzer.canonical(a);
            Optional<Expr> sum = analyzer.canonical(aPlusZ);
            boolean safe = analyzer.isSafe(a);
            Expr extent = new ConstInt(random.nextInt(5), DataType.INDEX, Origin.none());
            boolean disjoint = analyzer.areDisjoint(a, extent, b, extent);
            Map<Var, List<Long>> values = new LinkedHashMap<>();
            values.put(
                    i,
                    LongStream.iterate(start, v -> v < stop, v -> v + step)
                            .boxed()
                            .toList());
            values.put(x, Cases.edges(dtype));
            values.put(y, Cases.edges(dtype));
            if (!usable.contains(i)) {
                values.put(i, List.of(start));
            }
            for (Map<Var, Object> assignment : Cases.assignments(values)) {
                if (!Cases.evaluate(assumed, assignment).equals(Optional.of(true))) {
                    continue;
                }
                String when = "seed " + seed + " " + dtype + ", " + a + " and " + b + " with " + assignment + " where "
                        + assumed;
                Object left = Cases.evaluate(a, assignment).orElse(null);
                Object right = Cases.evaluate(b, assignment).orElse(null);
                assertThat(left != null || !safe).as("safe: " + when).isTrue();
                if (left != null) {
                    BigInteger value = BigInteger.valueOf((Long) left);
                    assertThat(bounds.contains(value)).as(bounds + ": " + when).isTrue();
                    assertThat(congruence.contains(value))
                            .as(congruence + ": " + when)
                            .isTrue();
                    canonical.ifPresent(c -> assertThat(Cases.evaluate(c, assignment))
                            .as(c + ": " + when)
                            .isEqualTo(Optional.of(left)));
                }
                if (left != null && right != null) {
                    long p = (Long) left;
                    long q = (Long) right;
                    assertThat(equal && p != q).as("equal: " + when).isFalse();
                    assertThat(differ && p == q).as("differ: " + when).isFalse();
                    assertThat(less && p >= q).as("less: " + when).isFalse();
                    long e = ((ConstInt) extent).value();
                    boolean meet = e > 0
                            && BigInteger.valueOf(p)
                                            .subtract(BigInteger.valueOf(q))
                                            .abs()
                                            .compareTo(BigInteger.valueOf(e))
                                    < 0;
                    assertThat(disjoint && meet).as("disjoint: " + when).isFalse();
                    sum.ifPresent(c -> assertThat(Cases.evaluate(c, assignment))
                            .as("sum " + c + ": " + when)
                            .isEqualTo(Cases.evaluate(aPlusB, assignment)));
                }
                Optional<Object> truth = Cases.evaluate(condition, assignment);
                if (truth.isPresent()) {
                    decision.ifPresent(
                            d -> assertThat(d).as(condition + ": " + when).isEqualTo(truth.get()));
                }
            }
            return decision.isPresent() ? 1 : 0;
        }
    }
}

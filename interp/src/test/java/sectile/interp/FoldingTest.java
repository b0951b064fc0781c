package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sectile.ir.Program;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Fold;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// The value of a folded constant is what execution computes. `-Dsectile.folding=100000` tries as many expressions.
class FoldingTest {
    private static final int EXPRESSIONS = Integer.getInteger("sectile.folding", 5000);
    private static final int BATCH = 100;
    private static final List<DataType> TYPES = List.of(
            DataType.BOOL,
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT8,
            DataType.UINT16,
            DataType.UINT32,
            DataType.UINT64,
            DataType.INDEX,
            DataType.FP16,
            DataType.BF16,
            DataType.FP32,
            DataType.FP64);

    /// An expression of constants, and the same one of parameters.
    private record Pair(Expr constant, Expr executed) {}

    @Test
    void foldingIsExecution() {
        for (int seed = 0; seed < EXPRESSIONS / BATCH; seed++) {
            check(seed);
        }
    }

    private static void check(long seed) {
        var random = new SplittableRandom(seed);
        Map<DataType, Expr> constants = new EnumMap<>(DataType.class);
        TYPES.forEach(type -> constants.put(type, constant(random, type)));
        List<Object> expected = new ArrayList<>();
        Program program = ProgramBuilder.program(
                "Folding",
                p -> p.inCore("k", f -> {
                    Map<DataType, Var> parameters = new EnumMap<>(DataType.class);
                    TYPES.forEach(type -> parameters.put(
                            type, f.in("v_" + type.name().toLowerCase(Locale.ROOT), ScalarType.of(type))));
                    List<Expr> results = new ArrayList<>();
                    while (results.size() < BATCH) {
                        Pair pair = expression(random, 4, constants, parameters);
                        Optional<Object> folded = Fold.constant(pair.constant());
                        if (folded.isPresent()) {
                            expected.add(folded.get());
                            results.add(pair.executed());
                        }
                    }
                    f.returns(results.toArray());
                }));
        Run run = Run.of("k");
        for (DataType type : TYPES) {
            Object value =
                    Fold.constant(Objects.requireNonNull(constants.get(type))).orElseThrow();
            String name = "v_" + type.name().toLowerCase(Locale.ROOT);
            run = value instanceof Boolean truth ? run.with(name, truth) : run.with(name, (Number) value);
        }
        assertThat(new Interpreter(program).run(run).results())
                .as("seed %d", seed)
                .isEqualTo(expected);
    }

    private static Pair expression(
            SplittableRandom random, int depth, Map<DataType, Expr> constants, Map<DataType, Var> parameters) {
        if (depth == 0 || random.nextInt(5) == 0) {
            DataType type = TYPES.get(random.nextInt(TYPES.size()));
            if (random.nextBoolean()) {
                Expr constant = constant(random, type);
                return new Pair(constant, constant);
            }
            return new Pair(Objects.requireNonNull(constants.get(type)), Objects.requireNonNull(parameters.get(type)));
        }
        Pair a = expression(random, depth - 1, constants, parameters);
        return switch (random.nextInt(8)) {
            case 0 -> {
                DataType to = TYPES.get(random.nextInt(TYPES.size()));
                yield new Pair(new Cast(a.constant(), to, Origin.none()), new Cast(a.executed(), to, Origin.none()));
            }
            case 1 -> {
                UnaryOp op = UnaryOp.values()[random.nextInt(UnaryOp.values().length)];
                if (ScalarRules.unary(op, ScalarRules.dtypeOf(a.constant())).isEmpty()) {
                    yield a;
                }
                yield new Pair(Unary.of(op, a.constant(), Origin.none()), Unary.of(op, a.executed(), Origin.none()));
            }
            default -> {
                Pair b = expression(random, depth - 1, constants, parameters);
                BinaryOp op = BinaryOp.values()[random.nextInt(BinaryOp.values().length)];
                boolean legal = ScalarRules.binary(
                                op, ScalarRules.dtypeOf(a.constant()), ScalarRules.dtypeOf(b.constant()))
                        .isPresent();
                yield legal
                        ? new Pair(
                                Binary.of(op, a.constant(), b.constant(), Origin.none()),
                                Binary.of(op, a.executed(), b.executed(), Origin.none()))
                        : a;
            }
        };
    }

    private static Expr constant(SplittableRandom random, DataType type) {
        if (type == DataType.BOOL) {
            return new ConstBool(random.nextBoolean(), Origin.none());
        }
        if (type.isFloat()) {
            double[] special = {0, -0.0, 1, -1, 0.1, Double.NaN, Double.POSITIVE_INFINITY, 65504, 1e-8};
            double value = random.nextBoolean()
                    ? special[random.nextInt(special.length)]
                    : Math.scalb(random.nextDouble(-1, 1), random.nextInt(-20, 20));
            return new ConstFloat(value, type, Origin.none());
        }
        int bits = type.isSigned() ? type.bits() : Math.min(type.bits(), 63);
        long value = random.nextInt(3) == 0 ? random.nextInt(-3, 4) : random.nextLong() >> random.nextInt(64);
        int unused = 64 - bits;
        return new ConstInt(
                type.isSigned() ? value << unused >> unused : value << unused >>> unused, type, Origin.none());
    }
}

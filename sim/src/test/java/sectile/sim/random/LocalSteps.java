package sectile.sim.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Comparison;

/// Random steps that need no one else: loads, stores and arithmetic, and accesses to homes of others that race with
/// nothing.
final class LocalSteps {
    private static final List<Step.BinaryKind> WHOLE = List.of(
            Step.BinaryKind.ADD,
            Step.BinaryKind.SUB,
            Step.BinaryKind.MUL,
            Step.BinaryKind.MAXIMUM,
            Step.BinaryKind.MINIMUM);

    private final Random random;
    private final Machines machines;
    private final List<Program.Home> homes;
    private final List<Draft> ranks;
    private final boolean branches;
    private final boolean remote;

    LocalSteps(Random random, List<Program.Home> homes, List<Draft> ranks, boolean branches, boolean remote) {
        this.random = random;
        this.machines = new Machines(random);
        this.homes = homes;
        this.ranks = ranks;
        this.branches = branches;
        this.remote = remote;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    Shape shape(DType dtype, int bytes) {
        int most = bytes / Layout.size(dtype);
        if (chance(40)) {
            return Shape.of(1 + random.nextInt(Math.min(most, chance(20) ? 512 : 24)));
        }
        int rows = 1 + random.nextInt(8);
        return Shape.of(rows, 1 + random.nextInt(Math.max(1, Math.min(12, most / rows))));
    }

    int offset(int section, int bytes, DType dtype, Shape shape) {
        int size = Layout.size(dtype);
        int room = bytes / size - (int) shape.elements();
        return section + size * random.nextInt(room + 1);
    }

    void load(Draft rank, int to, DType dtype, Shape shape, boolean ref) {
        boolean written = chance(30);
        int offset = written
                ? offset(Layout.output(dtype), Layout.OUTPUT, dtype, shape)
                : offset(Layout.input(dtype), Layout.INPUT, dtype, shape);
        rank.steps.add(new Step.Load(to, dtype, shape, offset, ref));
        rank.set(to, dtype, shape);
    }

    void store(Draft rank, int from) {
        Draft.Register register = rank.register(from);
        rank.steps.add(new Step.Store(
                offset(Layout.output(register.dtype()), Layout.OUTPUT, register.dtype(), register.shape()), from));
    }

    void local(int number) {
        Draft rank = ranks.get(number);
        int a = random.nextInt(Generator.REGISTERS);
        int to = random.nextInt(Generator.REGISTERS);
        Draft.Register x = rank.register(a);
        boolean floating = x.dtype().isFloat();
        switch (random.nextInt(16)) {
            case 0 -> {
                DType dtype = Layout.TYPES.get(random.nextInt(Layout.TYPES.size()));
                load(rank, to, dtype, shape(dtype, Layout.INPUT), chance(30));
            }
            case 1 -> store(rank, a);
            case 2, 3 -> binary(rank, to, a);
            case 4 -> {
                boolean divide = floating && chance(30);
                double by = 1 + random.nextInt(3);
                Step.BinaryKind op = divide ? Step.BinaryKind.DIV : machines.pick(WHOLE);
                rank.steps.add(new Step.Scalar(to, op, a, chance(50) ? by : -by));
                rank.set(to, x.dtype(), x.shape());
            }
            case 5 -> {
                if (x.dtype() != DType.F16 && x.dtype() != DType.BF16) {
                    rank.steps.add(new Step.Fma(to, a, a, a));
                    rank.set(to, x.dtype(), x.shape());
                }
            }
            case 6 -> {
                rank.steps.add(new Step.Clamp(to, a, -random.nextInt(20), random.nextInt(20)));
                rank.set(to, x.dtype(), x.shape());
            }
            case 7 -> {
                Step.UnaryKind[] kinds = Step.UnaryKind.values();
                rank.steps.add(new Step.Unary(to, kinds[random.nextInt(floating ? kinds.length : 2)], a));
                rank.set(to, x.dtype(), x.shape());
            }
            case 8 -> reduce(rank, to, a);
            case 9 -> {
                Comparison[] ops = Comparison.values();
                int b = same(rank, a);
                rank.steps.add(new Step.Select(to, ops[random.nextInt(ops.length)], a, b));
                rank.set(to, x.dtype(), x.shape());
            }
            case 10 -> cast(rank, to, a);
            case 11 -> {
                if (x.shape().rank() == 2) {
                    rank.steps.add(new Step.Transpose(to, a));
                    rank.set(to, x.dtype(), Shape.of(x.shape().dim(1), x.shape().dim(0)));
                }
            }
            case 12 -> dot(rank, to, a);
            case 13 -> composite(rank);
            case 14 -> remote(number, to, a);
            default -> branch(rank, to, a);
        }
    }

    private void binary(Draft rank, int to, int a) {
        Draft.Register x = rank.register(a);
        for (int tries = 0; tries < 10; tries++) {
            int b = random.nextInt(Generator.REGISTERS);
            Draft.Register y = rank.register(b);
            if (y.dtype() == x.dtype()) {
                Shape wide = x.shape().broadcast(y.shape()).orElse(Shape.of(1 << 20));
                if (wide.elements() * Layout.size(x.dtype()) <= Layout.INPUT) {
                    rank.steps.add(new Step.Binary(to, machines.pick(WHOLE), a, b));
                    rank.set(to, x.dtype(), wide);
                    return;
                }
            }
        }
    }

    /// Another register of the same type and shape; the same one if there is none.
    private int same(Draft rank, int a) {
        for (int b = 0; b < Generator.REGISTERS; b++) {
            if (b != a && rank.register(b).equals(rank.register(a))) {
                return b;
            }
        }
        return a;
    }

    private void reduce(Draft rank, int to, int a) {
        Draft.Register x = rank.register(a);
        if (x.shape().rank() == 0) {
            return;
        }
        int axis = random.nextInt(x.shape().rank());
        Step.ReduceKind op = Step.ReduceKind.values()[random.nextInt(3)];
        rank.steps.add(new Step.Reduce(to, op, a, axis));
        List<Long> dims = new ArrayList<>(x.shape().toList());
        dims.remove(axis);
        rank.set(to, x.dtype(), Shape.of(dims));
    }

    private void cast(Draft rank, int to, int a) {
        Draft.Register x = rank.register(a);
        List<DType> targets = switch (x.dtype()) {
            case I64 -> List.of(DType.I8, DType.I32);
            case F64 -> List.of(DType.F32, DType.I32, DType.I64);
            case F32 -> List.of(DType.F16, DType.BF16, DType.F64, DType.I32, DType.I8);
            default -> List.of(DType.F32, DType.F64, DType.I32);
        };
        DType dtype = machines.pick(targets);
        if (x.shape().elements() * Layout.size(dtype) <= Layout.INPUT) {
            rank.steps.add(new Step.Cast(to, a, dtype));
            rank.set(to, dtype, x.shape());
        }
    }

    private void dot(Draft rank, int to, int a) {
        Draft.Register x = rank.register(a);
        if (x.shape().rank() != 2) {
            return;
        }
        int b = (a + 1) % Generator.REGISTERS;
        int columns = 1 + random.nextInt(6);
        int depth = (int) x.shape().dim(1);
        if (b == to || columns * depth * Layout.size(x.dtype()) > Layout.INPUT) {
            return;
        }
        load(rank, b, x.dtype(), Shape.of(depth, columns), chance(30));
        DType out = PlainMath.accumulator(x.dtype());
        rank.steps.add(new Step.Dot(to, a, b, chance(50) ? out : x.dtype()));
        rank.set(
                to,
                ((Step.Dot) rank.steps.getLast()).dtype(),
                Shape.of(x.shape().dim(0), columns));
    }

    private void composite(Draft rank) {
        DType dtype = Layout.TYPES.get(random.nextInt(Layout.TYPES.size()));
        int most = Math.min(12, Layout.INPUT / Layout.size(dtype) / 8);
        int m = 1 + random.nextInt(8);
        int n = 1 + random.nextInt(8);
        int k = 1 + random.nextInt(most);
        DType out = chance(50) ? PlainMath.accumulator(dtype) : dtype;
        rank.steps.add(new Step.Composite(
                dtype,
                out,
                m,
                n,
                k,
                offset(Layout.input(dtype), Layout.INPUT, dtype, Shape.of(m, k)),
                offset(Layout.input(dtype), Layout.INPUT, dtype, Shape.of(k, n)),
                offset(Layout.output(out), Layout.OUTPUT, out, Shape.of(m, n)),
                1 + random.nextInt(9),
                1 + random.nextInt(9),
                1 + random.nextInt(13)));
    }

    /// Reads what no one writes, or writes what no one else does.
    private void remote(int number, int to, int a) {
        int other = random.nextInt(ranks.size());
        if (!remote || homes.get(other).mapped()) {
            return;
        }
        Draft rank = ranks.get(number);
        Draft.Register x = rank.register(a);
        if (chance(50)) {
            int offset = offset(Layout.input(x.dtype()), Layout.INPUT, x.dtype(), x.shape());
            rank.steps.add(new Step.RemoteLoad(to, other, x.dtype(), x.shape(), offset));
            rank.set(to, x.dtype(), x.shape());
        } else if (x.shape().elements() * Layout.size(x.dtype()) <= Layout.REMOTE) {
            int offset = offset(Layout.remote(number), Layout.REMOTE, x.dtype(), x.shape());
            rank.steps.add(new Step.RemoteStore(other, offset, a));
        }
    }

    private void branch(Draft rank, int to, int a) {
        Draft.Register x = rank.register(a);
        if (!branches || x.shape().elements() == 0) {
            return;
        }
        int index = random.nextInt((int) x.shape().elements());
        List<Step> above = List.of(
                new Step.Unary(to, Step.UnaryKind.NEG, a),
                new Step.Store(offset(Layout.output(x.dtype()), Layout.OUTPUT, x.dtype(), x.shape()), to),
                new Step.Scalar(to, Step.BinaryKind.ADD, to, 1));
        List<Step> others = List.of(new Step.Scalar(to, Step.BinaryKind.MUL, a, 2));
        rank.steps.add(new Step.Branch(a, index, random.nextInt(7) - 3, above, others));
        rank.set(to, x.dtype(), x.shape());
    }
}

package sectile.sim.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;

/// Carries a program out on plain arrays: each rank runs until it needs a message that was not sent yet, then the next
/// one does.
public final class PlainEvaluation {
    private final Program program;
    private final List<Rank> ranks = new ArrayList<>();

    private PlainEvaluation(Program program, List<byte[]> inputs) {
        this.program = program;
        for (int i = 0; i < inputs.size(); i++) {
            ranks.add(new Rank(i, inputs.get(i).clone()));
        }
    }

    /// The homes of all ranks as the program leaves them.
    public static List<byte[]> run(Program program, List<byte[]> inputs) {
        PlainEvaluation evaluation = new PlainEvaluation(program, inputs);
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Rank rank : evaluation.ranks) {
                moved |= rank.goOn();
            }
        }
        for (Rank rank : evaluation.ranks) {
            if (rank.next < program.steps().get(rank.number).size()) {
                throw new AssertionError("rank " + rank.number + " is stuck at step " + rank.next + ": "
                        + program.steps().get(rank.number).get(rank.next));
            }
        }
        return evaluation.ranks.stream().map(rank -> rank.memory).toList();
    }

    /// What a register holds: a value, or the name of memory.
    private sealed interface Content {
        record Value(PlainArray array) implements Content {}

        record Ref(DType dtype, Shape shape, int offset) implements Content {}
    }

    private record Claim(String direction, int number) {}

    private final class Rank {
        private final int number;
        private final byte[] memory;
        private final @Nullable Content[] registers = new Content[Generator.REGISTERS];
        private final @Nullable Claim[] futures = new Claim[Generator.FUTURES];
        private final Map<String, List<PlainArray>> arrived = new HashMap<>();
        private final Map<String, Integer> claimed = new HashMap<>();
        private int next;

        Rank(int number, byte[] memory) {
            this.number = number;
            this.memory = memory;
        }

        boolean goOn() {
            List<Step> steps = program.steps().get(number);
            int before = next;
            while (next < steps.size() && canDo(steps.get(next))) {
                step(steps.get(next));
                next++;
            }
            return next > before;
        }

        private boolean canDo(Step step) {
            return switch (step) {
                case Step.Take s -> unclaimed(s.direction()) > 0;
                case Step.Receive s -> unclaimed(s.direction()) > 0;
                case Step.ReceiveTo s -> unclaimed(s.direction()) > 0;
                case Step.Await s -> {
                    Claim claim = Objects.requireNonNull(futures[s.future()]);
                    yield messages(claim.direction).size() > claim.number;
                }
                case Step.Gather s ->
                    arrived.keySet().stream().mapToInt(this::unclaimed).sum() >= s.count();
                default -> true;
            };
        }

        private List<PlainArray> messages(String direction) {
            return arrived.computeIfAbsent(direction, d -> new ArrayList<>());
        }

        private int unclaimed(String direction) {
            return messages(direction).size() - claimed.getOrDefault(direction, 0);
        }

        private int claim(String direction) {
            return claimed.merge(direction, 1, Integer::sum) - 1;
        }

        private PlainArray take(String direction) {
            return messages(direction).get(claim(direction));
        }

        private PlainArray at(int register) {
            return switch (Objects.requireNonNull(registers[register])) {
                case Content.Value value -> value.array;
                case Content.Ref ref -> PlainArray.fromBytes(ref.dtype, ref.shape, memory, ref.offset);
            };
        }

        private void set(int register, PlainArray value) {
            registers[register] = new Content.Value(value);
        }

        private static void write(byte[] memory, int offset, PlainArray value) {
            byte[] bytes = value.toBytes();
            System.arraycopy(bytes, 0, memory, offset, bytes.length);
        }

        private void step(Step step) {
            switch (step) {
                case Step.Load s -> {
                    registers[s.to()] = new Content.Ref(s.dtype(), s.shape(), s.offset());
                    if (!s.ref()) {
                        set(s.to(), at(s.to()));
                    }
                }
                case Step.Store s -> write(memory, s.offset(), at(s.from()));
                case Step.Binary s -> set(s.to(), PlainMath.binary(s.op(), at(s.a()), at(s.b())));
                case Step.Scalar s -> set(s.to(), PlainMath.scalar(s.op(), at(s.a()), s.number()));
                case Step.Fma s -> set(s.to(), PlainMath.fma(at(s.a()), at(s.b()), at(s.c())));
                case Step.Clamp s -> set(s.to(), PlainMath.clamp(at(s.a()), s.low(), s.high()));
                case Step.Unary s -> set(s.to(), PlainMath.unary(s.op(), at(s.a())));
                case Step.Reduce s -> set(s.to(), PlainMath.reduce(s.op(), at(s.a()), s.axis()));
                case Step.Select s -> set(s.to(), PlainMath.select(s, at(s.a()), at(s.b())));
                case Step.Cast s -> set(s.to(), PlainMath.cast(at(s.a()), s.dtype()));
                case Step.Full s -> set(s.to(), PlainMath.full(s.dtype(), s.shape(), s.number()));
                case Step.Transpose s -> set(s.to(), PlainMath.transpose(at(s.a())));
                case Step.Dot s -> set(s.to(), PlainMath.dot(at(s.a()), at(s.b()), s.dtype()));
                case Step.Composite s -> {
                    PlainArray a = PlainArray.fromBytes(s.dtype(), Shape.of(s.m(), s.k()), memory, s.offsetA());
                    PlainArray b = PlainArray.fromBytes(s.dtype(), Shape.of(s.k(), s.n()), memory, s.offsetB());
                    write(memory, s.offsetOut(), PlainMath.dot(a, b, s.outDtype()));
                }
                case Step.Send s -> {
                    Program.End end =
                            Objects.requireNonNull(program.ends().get(number).get(s.direction()));
                    ranks.get(end.rank()).messages(end.direction()).add(at(s.from()));
                }
                case Step.Take s -> set(s.to(), take(s.direction()));
                case Step.Receive s ->
                    set(s.to(), PlainMath.scalar(Step.BinaryKind.MUL, take(s.direction()), s.factor()));
                case Step.ReceiveTo s -> {
                    write(memory, s.offset(), take(s.direction()));
                    registers[s.to()] = new Content.Ref(s.dtype(), s.shape(), s.offset());
                }
                case Step.Ask s -> futures[s.future()] = new Claim(s.direction(), claim(s.direction()));
                case Step.Await s -> {
                    Claim claim = Objects.requireNonNull(futures[s.future()]);
                    PlainArray message = messages(claim.direction).get(claim.number);
                    set(s.to(), PlainMath.scalar(Step.BinaryKind.MUL, message, s.factor()));
                }
                case Step.Gather s -> {
                    PlainArray sum = PlainMath.full(s.dtype(), s.shape(), 0);
                    for (String direction : List.copyOf(arrived.keySet())) {
                        while (unclaimed(direction) > 0) {
                            sum = PlainMath.binary(Step.BinaryKind.ADD, sum, take(direction));
                        }
                    }
                    set(s.to(), sum);
                }
                case Step.RemoteLoad s ->
                    set(s.to(), PlainArray.fromBytes(s.dtype(), s.shape(), ranks.get(s.rank()).memory, s.offset()));
                case Step.RemoteStore s -> write(ranks.get(s.rank()).memory, s.offset(), at(s.from()));
                case Step.Branch s -> {
                    PlainArray seen = at(s.register());
                    double element = seen.asDouble(s.index());
                    (element > s.threshold() ? s.above() : s.others()).forEach(this::step);
                }
            }
        }
    }
}

package sectile.sim.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.math.CompareOp;
import sectile.sim.random.Traffic.Message;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Makes programs from seeds: equal seeds, equal programs.
public final class Generator {
    static final int REGISTERS = 8;
    static final int FUTURES = 400;
    private static final Message GATHERED = new Message(DType.I32, Shape.of(3));
    private static final List<Step.BinaryKind> WHOLE = List.of(
            Step.BinaryKind.ADD,
            Step.BinaryKind.SUB,
            Step.BinaryKind.MUL,
            Step.BinaryKind.MAXIMUM,
            Step.BinaryKind.MINIMUM);

    private final Random random;
    private final Machines machines;
    private final boolean branches;
    private final boolean remote;
    private final List<Map<String, Program.End>> ends;
    private final List<Program.Home> homes = new ArrayList<>();
    private final QueueConfig queues;
    private final List<Rank> ranks = new ArrayList<>();

    /// A register as the generator sees it.
    private record Register(DType dtype, Shape shape) {}

    private record Asked(int future, String direction, int number, Message message) {}

    private static final class Rank {
        private final List<Step> steps = new ArrayList<>();
        private final Register[] registers = new Register[REGISTERS];
        private final Map<String, Traffic> incoming = new HashMap<>();
        private final List<Asked> asked = new ArrayList<>();
        private int futures;

        Traffic traffic(String direction) {
            return Objects.requireNonNull(incoming.get(direction));
        }
    }

    private Generator(Random random, Topology topology, List<Place> places) {
        this.random = random;
        this.machines = new Machines(random);
        this.branches = chance(25);
        this.remote = chance(35);
        this.ends = machines.ends(places.size());
        Space buffer = Space.values()[random.nextInt(3)];
        this.queues = new QueueConfig(
                buffer, 1 + random.nextInt(4), List.of(64L, 256L, 1000L).get(random.nextInt(3)), random.nextInt(40));
        for (Place place : places) {
            homes.add(machines.home(topology, place, true));
            ranks.add(new Rank());
        }
        for (int i = 0; i < places.size(); i++) {
            for (String direction : ends.get(i).keySet()) {
                ranks.get(i).incoming.put(direction, new Traffic(queues.slots()));
            }
        }
    }

    public static Program program(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + 77);
        Machines machines = new Machines(random);
        String preset = machines.preset();
        List<String> settings = machines.settings(preset);
        Topology topology = Topologies.preset(preset, settings);
        List<Place> places = machines.ranks(topology);
        Generator generator = new Generator(random, topology, places);
        generator.generate(8 + random.nextInt(60));
        return new Program(
                seed,
                topology,
                places,
                Machines.wiring(places, generator.ends),
                generator.ends,
                generator.queues,
                generator.homes,
                generator.ranks.stream().map(rank -> List.copyOf(rank.steps)).toList(),
                generator.branches && generator.hasBranch(),
                generator.remote);
    }

    /// What the homes hold at first: small numbers of each section's type.
    public static List<byte[]> inputs(Program program) {
        Random random = new Random(program.seed() ^ 0x5EED);
        List<byte[]> inputs = new ArrayList<>();
        for (int rank = 0; rank < program.ranks().size(); rank++) {
            byte[] bytes = new byte[Layout.BYTES];
            for (DType dtype : Layout.TYPES) {
                PlainArray values = PlainArray.of(dtype, Shape.of(Layout.INPUT / Layout.size(dtype)));
                for (int i = 0; i < values.count(); i++) {
                    if (dtype.isFloat()) {
                        values.doubles()[i] = (random.nextInt(65) - 32) / 4.0;
                    } else {
                        values.longs()[i] = random.nextInt(33) - 16L;
                    }
                }
                byte[] encoded = values.toBytes();
                System.arraycopy(encoded, 0, bytes, Layout.input(dtype), encoded.length);
            }
            inputs.add(bytes);
        }
        return inputs;
    }

    private boolean hasBranch() {
        return ranks.stream().anyMatch(rank -> rank.steps.stream().anyMatch(Step.Branch.class::isInstance));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void generate(int actions) {
        for (Rank rank : ranks) {
            for (int register = 0; register < REGISTERS; register++) {
                DType dtype = Layout.TYPES.get(random.nextInt(Layout.TYPES.size()));
                load(rank, register, dtype, shape(dtype, Layout.INPUT), register < 2 && chance(50));
            }
        }
        for (int i = 0; i < actions; i++) {
            int number = random.nextInt(ranks.size());
            int kind = random.nextInt(100);
            if (kind < 30) {
                send(number);
            } else if (kind < 60) {
                receive(number);
            } else if (kind < 66) {
                ask(number);
            } else {
                local(number);
            }
        }
        settle();
        gather();
        for (Rank rank : ranks) {
            for (int register = 0; register < REGISTERS; register++) {
                store(rank, register);
            }
        }
    }

    // Local steps

    private Shape shape(DType dtype, int bytes) {
        int most = bytes / Layout.size(dtype);
        if (chance(40)) {
            return Shape.of(1 + random.nextInt(Math.min(most, chance(20) ? 512 : 24)));
        }
        int rows = 1 + random.nextInt(8);
        return Shape.of(rows, 1 + random.nextInt(Math.max(1, Math.min(12, most / rows))));
    }

    private int offset(int section, int bytes, DType dtype, Shape shape) {
        int size = Layout.size(dtype);
        int room = bytes / size - (int) shape.elements();
        return section + size * random.nextInt(room + 1);
    }

    private void set(Rank rank, int register, DType dtype, Shape shape) {
        rank.registers[register] = new Register(dtype, shape);
    }

    private void load(Rank rank, int to, DType dtype, Shape shape, boolean ref) {
        boolean written = chance(30);
        int offset = written
                ? offset(Layout.output(dtype), Layout.OUTPUT, dtype, shape)
                : offset(Layout.input(dtype), Layout.INPUT, dtype, shape);
        rank.steps.add(new Step.Load(to, dtype, shape, offset, ref));
        set(rank, to, dtype, shape);
    }

    private void store(Rank rank, int from) {
        Register register = rank.registers[from];
        rank.steps.add(new Step.Store(
                offset(Layout.output(register.dtype), Layout.OUTPUT, register.dtype, register.shape), from));
    }

    private void local(int number) {
        Rank rank = ranks.get(number);
        int a = random.nextInt(REGISTERS);
        int to = random.nextInt(REGISTERS);
        Register x = rank.registers[a];
        boolean floating = x.dtype.isFloat();
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
                set(rank, to, x.dtype, x.shape);
            }
            case 5 -> {
                if (x.dtype != DType.F16 && x.dtype != DType.BF16) {
                    rank.steps.add(new Step.Fma(to, a, a, a));
                    set(rank, to, x.dtype, x.shape);
                }
            }
            case 6 -> {
                rank.steps.add(new Step.Clamp(to, a, -random.nextInt(20), random.nextInt(20)));
                set(rank, to, x.dtype, x.shape);
            }
            case 7 -> {
                Step.UnaryKind[] kinds = Step.UnaryKind.values();
                rank.steps.add(new Step.Unary(to, kinds[random.nextInt(floating ? kinds.length : 2)], a));
                set(rank, to, x.dtype, x.shape);
            }
            case 8 -> reduce(rank, to, a);
            case 9 -> {
                CompareOp[] ops = CompareOp.values();
                int b = same(rank, a);
                rank.steps.add(new Step.Select(to, ops[random.nextInt(ops.length)], a, b));
                set(rank, to, x.dtype, x.shape);
            }
            case 10 -> cast(rank, to, a);
            case 11 -> {
                if (x.shape.rank() == 2) {
                    rank.steps.add(new Step.Transpose(to, a));
                    set(rank, to, x.dtype, Shape.of(x.shape.dim(1), x.shape.dim(0)));
                }
            }
            case 12 -> dot(rank, to, a);
            case 13 -> composite(rank);
            case 14 -> remote(number, to, a);
            default -> branch(rank, to, a);
        }
    }

    private void binary(Rank rank, int to, int a) {
        Register x = rank.registers[a];
        for (int tries = 0; tries < 10; tries++) {
            int b = random.nextInt(REGISTERS);
            Register y = rank.registers[b];
            if (y.dtype == x.dtype) {
                Shape wide = x.shape.broadcast(y.shape).orElse(Shape.of(1 << 20));
                if (wide.elements() * Layout.size(x.dtype) <= Layout.INPUT) {
                    rank.steps.add(new Step.Binary(to, machines.pick(WHOLE), a, b));
                    set(rank, to, x.dtype, wide);
                    return;
                }
            }
        }
    }

    /// Another register of the same type and shape; the same one if there is none.
    private int same(Rank rank, int a) {
        for (int b = 0; b < REGISTERS; b++) {
            if (b != a && rank.registers[b].equals(rank.registers[a])) {
                return b;
            }
        }
        return a;
    }

    private void reduce(Rank rank, int to, int a) {
        Register x = rank.registers[a];
        if (x.shape.rank() == 0) {
            return;
        }
        int axis = random.nextInt(x.shape.rank());
        Step.ReduceKind op = Step.ReduceKind.values()[random.nextInt(3)];
        rank.steps.add(new Step.Reduce(to, op, a, axis));
        List<Long> dims = new ArrayList<>(x.shape.toList());
        dims.remove(axis);
        set(rank, to, x.dtype, Shape.of(dims));
    }

    private void cast(Rank rank, int to, int a) {
        Register x = rank.registers[a];
        List<DType> targets = switch (x.dtype) {
            case I64 -> List.of(DType.I8, DType.I32);
            case F64 -> List.of(DType.F32, DType.I32, DType.I64);
            case F32 -> List.of(DType.F16, DType.BF16, DType.F64, DType.I32, DType.I8);
            default -> List.of(DType.F32, DType.F64, DType.I32);
        };
        DType dtype = machines.pick(targets);
        if (x.shape.elements() * Layout.size(dtype) <= Layout.INPUT) {
            rank.steps.add(new Step.Cast(to, a, dtype));
            set(rank, to, dtype, x.shape);
        }
    }

    private void dot(Rank rank, int to, int a) {
        Register x = rank.registers[a];
        if (x.shape.rank() != 2) {
            return;
        }
        int b = (a + 1) % REGISTERS;
        int columns = 1 + random.nextInt(6);
        int depth = (int) x.shape.dim(1);
        if (b == to || columns * depth * Layout.size(x.dtype) > Layout.INPUT) {
            return;
        }
        load(rank, b, x.dtype, Shape.of(depth, columns), chance(30));
        DType out = PlainMath.accumulator(x.dtype);
        rank.steps.add(new Step.Dot(to, a, b, chance(50) ? out : x.dtype));
        set(rank, to, ((Step.Dot) rank.steps.getLast()).dtype(), Shape.of(x.shape.dim(0), columns));
    }

    private void composite(Rank rank) {
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

    /// Reads what nobody writes, or writes what nobody else does.
    private void remote(int number, int to, int a) {
        int other = random.nextInt(ranks.size());
        if (!remote || homes.get(other).mapped()) {
            return;
        }
        Rank rank = ranks.get(number);
        Register x = rank.registers[a];
        if (chance(50)) {
            int offset = offset(Layout.input(x.dtype), Layout.INPUT, x.dtype, x.shape);
            rank.steps.add(new Step.RemoteLoad(to, other, x.dtype, x.shape, offset));
            set(rank, to, x.dtype, x.shape);
        } else if (x.shape.elements() * Layout.size(x.dtype) <= Layout.REMOTE) {
            int offset = offset(Layout.remote(number), Layout.REMOTE, x.dtype, x.shape);
            rank.steps.add(new Step.RemoteStore(other, offset, a));
        }
    }

    private void branch(Rank rank, int to, int a) {
        Register x = rank.registers[a];
        if (!branches || x.shape.elements() == 0) {
            return;
        }
        int index = random.nextInt((int) x.shape.elements());
        List<Step> above = List.of(
                new Step.Unary(to, Step.UnaryKind.NEG, a),
                new Step.Store(offset(Layout.output(x.dtype), Layout.OUTPUT, x.dtype, x.shape), to),
                new Step.Scalar(to, Step.BinaryKind.ADD, to, 1));
        List<Step> others = List.of(new Step.Scalar(to, Step.BinaryKind.MUL, a, 2));
        rank.steps.add(new Step.Branch(a, index, random.nextInt(7) - 3, above, others));
        set(rank, to, x.dtype, x.shape);
    }

    // Messages

    private Traffic peerTraffic(int number, String direction) {
        Program.End end = end(number, direction);
        return ranks.get(end.rank()).traffic(end.direction());
    }

    private Program.End end(int number, String direction) {
        return Objects.requireNonNull(ends.get(number).get(direction));
    }

    private boolean fits(DType dtype, Shape shape) {
        return shape.elements() * Layout.size(dtype) <= queues.slotBytes();
    }

    private List<String> directions(int number) {
        return List.copyOf(ends.get(number).keySet());
    }

    private void send(int number) {
        List<String> directions = directions(number);
        if (directions.isEmpty()) {
            return;
        }
        String direction = machines.pick(directions);
        Traffic traffic = peerTraffic(number, direction);
        if (!traffic.hasRoom()) {
            return;
        }
        Rank rank = ranks.get(number);
        int from = random.nextInt(REGISTERS);
        if (traffic.isWanted()) {
            sendWanted(rank, direction, traffic, from);
            return;
        }
        Register x = rank.registers[from];
        if (fits(x.dtype, x.shape)) {
            rank.steps.add(new Step.Send(direction, from));
            traffic.send(new Message(x.dtype, x.shape));
        }
    }

    private void sendWanted(Rank rank, String direction, Traffic traffic, int from) {
        Message message = traffic.nextWanted();
        rank.steps.add(new Step.Full(from, message.dtype(), message.shape(), random.nextInt(9) - 4));
        set(rank, from, message.dtype(), message.shape());
        rank.steps.add(new Step.Send(direction, from));
        traffic.send(message);
    }

    private void receive(int number) {
        Rank rank = ranks.get(number);
        if (!rank.asked.isEmpty() && chance(50)) {
            awaitOne(rank, rank.asked.get(random.nextInt(rank.asked.size())));
            return;
        }
        for (String direction : directions(number)) {
            Traffic traffic = rank.traffic(direction);
            if (traffic.hasUnclaimed()) {
                take(number, direction, traffic);
                return;
            }
        }
    }

    /// Whether a slot of the ring may be looked at after it was given back: at once if it is in the PE's own TCM,
    /// else only if it is not filled again.
    private boolean mayLook(Traffic traffic, int message) {
        if (queues.buffer() == Space.TCM) {
            return true;
        }
        if (!traffic.canKeep(message)) {
            return false;
        }
        traffic.keep(message);
        return true;
    }

    private void take(int number, String direction, Traffic traffic) {
        Rank rank = ranks.get(number);
        int to = random.nextInt(REGISTERS);
        int claimed = traffic.claim();
        Message message = traffic.message(claimed);
        DType dtype = message.dtype();
        Shape shape = message.shape();
        int kind = random.nextInt(4);
        if (kind == 0 && mayLook(traffic, claimed)) {
            rank.steps.add(new Step.Receive(to, direction, dtype, shape, 1 + random.nextInt(2)));
        } else if (kind == 1 && !homes.get(number).mapped()) {
            int offset = offset(Layout.output(dtype), Layout.OUTPUT, dtype, shape);
            rank.steps.add(new Step.ReceiveTo(to, direction, dtype, shape, offset));
        } else if (kind == 2 && mayLook(traffic, claimed)) {
            Asked asked = new Asked(rank.futures++, direction, claimed, message);
            rank.steps.add(new Step.Ask(asked.future, direction, dtype, shape));
            rank.asked.add(asked);
            return;
        } else {
            rank.steps.add(new Step.Take(to, direction, dtype, shape));
        }
        set(rank, to, dtype, shape);
        traffic.take(claimed);
    }

    /// Asks for a message before it is sent.
    private void ask(int number) {
        List<String> directions = directions(number);
        if (directions.isEmpty()) {
            return;
        }
        Rank rank = ranks.get(number);
        String direction = machines.pick(directions);
        Traffic traffic = rank.traffic(direction);
        DType dtype = Layout.TYPES.get(random.nextInt(Layout.TYPES.size()));
        Shape shape = shape(dtype, (int) Math.min(Layout.INPUT, queues.slotBytes()));
        if (!fits(dtype, shape) || !traffic.mayAsk()) {
            return;
        }
        int claimed = traffic.ask(new Message(dtype, shape));
        if (queues.buffer() != Space.TCM) {
            traffic.keep(claimed);
        }
        Asked asked = new Asked(rank.futures++, direction, claimed, new Message(dtype, shape));
        rank.steps.add(new Step.Ask(asked.future, direction, dtype, shape));
        rank.asked.add(asked);
    }

    private boolean awaitOne(Rank rank, Asked asked) {
        Traffic traffic = rank.traffic(asked.direction);
        if (!traffic.isSent(asked.number)) {
            return false;
        }
        int to = random.nextInt(REGISTERS);
        rank.steps.add(new Step.Await(to, asked.future, 1 + random.nextInt(2)));
        set(rank, to, asked.message.dtype(), asked.message.shape());
        traffic.take(asked.number);
        rank.asked.remove(asked);
        return true;
    }

    /// Takes everything that is under way, and sends what is still awaited.
    private void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int number = 0; number < ranks.size(); number++) {
                Rank rank = ranks.get(number);
                for (Asked asked : List.copyOf(rank.asked)) {
                    moved |= awaitOne(rank, asked);
                }
                for (String direction : directions(number)) {
                    while (rank.traffic(direction).hasUnclaimed()) {
                        take(number, direction, rank.traffic(direction));
                        moved = true;
                    }
                    Traffic traffic = peerTraffic(number, direction);
                    if (traffic.isWanted() && traffic.hasRoom()) {
                        sendWanted(rank, direction, traffic, random.nextInt(REGISTERS));
                        moved = true;
                    }
                }
            }
        }
        for (Rank rank : ranks) {
            if (!rank.asked.isEmpty()) {
                throw new IllegalStateException("the generator left a future behind");
            }
        }
    }

    /// At last, when every message was taken by name, messages that are taken from any direction.
    private void gather() {
        int[] expected = new int[ranks.size()];
        for (int number = 0; number < ranks.size(); number++) {
            Rank rank = ranks.get(number);
            rank.steps.add(new Step.Full(0, GATHERED.dtype(), GATHERED.shape(), number + 1));
            set(rank, 0, GATHERED.dtype(), GATHERED.shape());
            for (String direction : directions(number)) {
                Traffic traffic = peerTraffic(number, direction);
                for (int i = random.nextInt(queues.slots() + 1); i > 0; i--) {
                    if (traffic.hasRoom() && fits(GATHERED.dtype(), GATHERED.shape())) {
                        rank.steps.add(new Step.Send(direction, 0));
                        traffic.send(GATHERED);
                        expected[end(number, direction).rank()]++;
                    }
                }
            }
        }
        for (int number = 0; number < ranks.size(); number++) {
            if (expected[number] > 0) {
                int to = 1 + random.nextInt(REGISTERS - 1);
                ranks.get(number).steps.add(new Step.Gather(to, expected[number], GATHERED.dtype(), GATHERED.shape()));
                set(ranks.get(number), to, GATHERED.dtype(), GATHERED.shape());
            }
        }
    }
}

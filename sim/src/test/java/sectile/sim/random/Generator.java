package sectile.sim.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.random.Traffic.Message;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Makes programs from seeds: equal seeds, equal programs.
public final class Generator {
    static final int REGISTERS = 8;
    static final int FUTURES = 400;
    private static final Message GATHERED = new Message(DType.I32, Shape.of(3));

    private final Random random;
    private final Machines machines;
    private final boolean branches;
    private final boolean remote;
    private final List<Map<String, Program.End>> ends;
    private final List<Program.Home> homes = new ArrayList<>();
    private final QueueConfig queues;
    private final List<Draft> ranks = new ArrayList<>();
    private final LocalSteps local;

    private Generator(Random random, Topology topology, List<Place> places) {
        this.random = random;
        this.machines = new Machines(random);
        this.branches = chance(25);
        this.remote = chance(35);
        this.ends = machines.ends(places.size());
        Space buffer = Space.values()[random.nextInt(3)];
        this.local = new LocalSteps(random, homes, ranks, branches, remote);
        this.queues = new QueueConfig(
                buffer, 1 + random.nextInt(4), List.of(64L, 256L, 1000L).get(random.nextInt(3)), random.nextInt(40));
        for (Place place : places) {
            homes.add(machines.home(topology, place, true));
            ranks.add(new Draft());
        }
        for (int i = 0; i < places.size(); i++) {
            for (String direction : ends.get(i).keySet()) {
                ranks.get(i).incoming.put(direction, new Traffic(queues.slots()));
            }
        }
    }

    public static Program program(long seed) {
        return program(seed, List.of());
    }

    /// The same on a machine with further settings, which change none of its extents.
    public static Program program(long seed, List<String> more) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + 77);
        Machines machines = new Machines(random);
        String preset = machines.preset();
        List<String> settings = new ArrayList<>(machines.settings(preset));
        settings.addAll(more);
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
        for (Draft rank : ranks) {
            for (int register = 0; register < REGISTERS; register++) {
                DType dtype = Layout.TYPES.get(random.nextInt(Layout.TYPES.size()));
                local.load(rank, register, dtype, local.shape(dtype, Layout.INPUT), register < 2 && chance(50));
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
                local.local(number);
            }
        }
        settle();
        gather();
        for (Draft rank : ranks) {
            for (int register = 0; register < REGISTERS; register++) {
                local.store(rank, register);
            }
        }
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
        Draft rank = ranks.get(number);
        int from = random.nextInt(REGISTERS);
        if (traffic.isWanted()) {
            sendWanted(rank, direction, traffic, from);
            return;
        }
        Draft.Register x = rank.register(from);
        if (fits(x.dtype(), x.shape())) {
            rank.steps.add(new Step.Send(direction, from));
            traffic.send(new Message(x.dtype(), x.shape()));
        }
    }

    private void sendWanted(Draft rank, String direction, Traffic traffic, int from) {
        Message message = traffic.nextWanted();
        rank.steps.add(new Step.Full(from, message.dtype(), message.shape(), random.nextInt(9) - 4));
        rank.set(from, message.dtype(), message.shape());
        rank.steps.add(new Step.Send(direction, from));
        traffic.send(message);
    }

    private void receive(int number) {
        Draft rank = ranks.get(number);
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
        Draft rank = ranks.get(number);
        int to = random.nextInt(REGISTERS);
        int claimed = traffic.claim();
        Message message = traffic.message(claimed);
        DType dtype = message.dtype();
        Shape shape = message.shape();
        int kind = random.nextInt(4);
        if (kind == 0 && mayLook(traffic, claimed)) {
            rank.steps.add(new Step.Receive(to, direction, dtype, shape, 1 + random.nextInt(2)));
        } else if (kind == 1 && !homes.get(number).mapped()) {
            int offset = local.offset(Layout.output(dtype), Layout.OUTPUT, dtype, shape);
            rank.steps.add(new Step.ReceiveTo(to, direction, dtype, shape, offset));
        } else if (kind == 2 && mayLook(traffic, claimed)) {
            Draft.Asked asked = new Draft.Asked(rank.futures++, direction, claimed, message);
            rank.steps.add(new Step.Ask(asked.future(), direction, dtype, shape));
            rank.asked.add(asked);
            return;
        } else {
            rank.steps.add(new Step.Take(to, direction, dtype, shape));
        }
        rank.set(to, dtype, shape);
        traffic.take(claimed);
    }

    /// Asks for a message before it is sent.
    private void ask(int number) {
        List<String> directions = directions(number);
        if (directions.isEmpty()) {
            return;
        }
        Draft rank = ranks.get(number);
        String direction = machines.pick(directions);
        Traffic traffic = rank.traffic(direction);
        DType dtype = Layout.TYPES.get(random.nextInt(Layout.TYPES.size()));
        Shape shape = local.shape(dtype, (int) Math.min(Layout.INPUT, queues.slotBytes()));
        if (!fits(dtype, shape) || !traffic.mayAsk()) {
            return;
        }
        int claimed = traffic.ask(new Message(dtype, shape));
        if (queues.buffer() != Space.TCM) {
            traffic.keep(claimed);
        }
        Draft.Asked asked = new Draft.Asked(rank.futures++, direction, claimed, new Message(dtype, shape));
        rank.steps.add(new Step.Ask(asked.future(), direction, dtype, shape));
        rank.asked.add(asked);
    }

    private boolean awaitOne(Draft rank, Draft.Asked asked) {
        Traffic traffic = rank.traffic(asked.direction());
        if (!traffic.isSent(asked.number())) {
            return false;
        }
        int to = random.nextInt(REGISTERS);
        rank.steps.add(new Step.Await(to, asked.future(), 1 + random.nextInt(2)));
        rank.set(to, asked.message().dtype(), asked.message().shape());
        traffic.take(asked.number());
        rank.asked.remove(asked);
        return true;
    }

    /// Takes everything that is in progress, and sends what is still awaited.
    private void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int number = 0; number < ranks.size(); number++) {
                Draft rank = ranks.get(number);
                for (Draft.Asked asked : List.copyOf(rank.asked)) {
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
        for (Draft rank : ranks) {
            if (!rank.asked.isEmpty()) {
                throw new IllegalStateException("the generator left a future behind");
            }
        }
    }

    /// At last, when every message was taken by name, messages that are taken from any direction.
    private void gather() {
        int[] expected = new int[ranks.size()];
        for (int number = 0; number < ranks.size(); number++) {
            Draft rank = ranks.get(number);
            rank.steps.add(new Step.Full(0, GATHERED.dtype(), GATHERED.shape(), number + 1));
            rank.set(0, GATHERED.dtype(), GATHERED.shape());
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
                ranks.get(number).set(to, GATHERED.dtype(), GATHERED.shape());
            }
        }
    }
}

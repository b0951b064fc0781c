package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.sim.engine.Engine;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.random.Generator;
import sectile.sim.random.Program;
import sectile.sim.topology.Topologies;

/// What kernels report to an observer: accesses, order, waits.
final class ObservedKernelTest {
    private static final Shape FOUR = Shape.of(4);
    private static final int SEEDS = Integer.getInteger("sectile.observed", 60);

    /// How many events of each actor lead to an event: what the actor is ordered after.
    private static final class Order {
        private final Map<Long, Map<Long, Integer>> known = new HashMap<>();
        private final Map<Token, Map<Long, Integer>> tokens = new HashMap<>();
        private final IdentityHashMap<Event, Map<Long, Integer>> at = new IdentityHashMap<>();

        Order(List<Event> events) {
            for (Event event : events) {
                Map<Long, Integer> self = of(event.actor());
                switch (event) {
                    case Event.Start start -> join(of(start.child()), self);
                    case Event.Join join -> join(self, of(join.done()));
                    case Event.Release release -> tokens.put(release.token(), new HashMap<>(self));
                    case Event.Acquire acquire -> join(self, tokens.getOrDefault(acquire.token(), Map.of()));
                    case Event.Access a -> {}
                    case Event.Block b -> {}
                    case Event.Resume r -> {}
                    case Event.Delay d -> {}
                    case Event.End e -> {}
                }
                self.merge(event.actor().id(), 1, Integer::sum);
                at.put(event, new HashMap<>(self));
            }
        }

        private Map<Long, Integer> of(Actor actor) {
            return known.computeIfAbsent(actor.id(), id -> new HashMap<>());
        }

        private static void join(Map<Long, Integer> into, Map<Long, Integer> from) {
            from.forEach((actor, count) -> into.merge(actor, count, Math::max));
        }

        boolean isBefore(Event first, Event second) {
            long id = first.actor().id();
            return at(first).getOrDefault(id, 0) <= at(second).getOrDefault(id, 0);
        }

        private Map<Long, Integer> at(Event event) {
            return at.getOrDefault(event, Map.of());
        }
    }

    private static List<Event> observe(Kernel kernel, int slots) {
        List<Event> events = new ArrayList<>();
        try (Machine machine = Machine.open(
                Topologies.preset("small"), MachineOptions.standard().watchedBy(events::add))) {
            machine.install(Rings.pair(slots, 64));
            long in = machine.allocate(Space.HBM, A, 64);
            machine.name(in, "input");
            machine.write(in, NdArray.zeros(DType.F32, FOUR));
            machine.launch(kernel, KernelArgs.of(in), PeSet.of(A, B));
        }
        return events;
    }

    private static <E extends Event> List<E> only(List<Event> events, Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static List<Event.Access> accesses(List<Event> events, AccessKind kind, String storage) {
        return only(events, Event.Access.class).stream()
                .filter(a -> a.kind() == kind && a.region().memory().name().contains(storage))
                .toList();
    }

    @Test
    void aMessageIsAnAccessOfItsCarrierAndOrdersItsReceiverAfterItsSender() {
        List<Event> events = observe(
                (tl, args) -> {
                    if (tl.place().equals(A)) {
                        tl.send("E", tl.load(args.pointer(0), FOUR, DType.F32));
                    } else {
                        tl.store(args.pointer(0), tl.recv("W", FOUR, DType.F32));
                    }
                },
                2);
        Order order = new Order(events);
        Event.Access copied = accesses(events, AccessKind.WRITE, "input").getFirst();
        Event.Access load = accesses(events, AccessKind.READ, "input").getFirst();
        Event.Access payload =
                accesses(events, AccessKind.WRITE, "queue `W` of " + B).getFirst();
        Event.Access received =
                accesses(events, AccessKind.READ, "queue `W` of " + B).getFirst();
        Event.Access stored = accesses(events, AccessKind.WRITE, "input").getLast();
        assertThat(copied.actor().function()).isEqualTo("copy in");
        assertThat(load.actor().place()).isEqualTo(A.toString());
        assertThat(payload.actor().kind()).isEqualTo(Actor.Kind.ENGINE);
        assertThat(List.of(load.region().start(), load.region().end())).containsExactly(0L, 16L);
        assertThat(load.span().toString()).startsWith("ObservedKernelTest.java:");
        assertThat(order.isBefore(copied, load)).isTrue();
        assertThat(order.isBefore(load, payload)).isTrue();
        assertThat(order.isBefore(payload, received)).isTrue();
        assertThat(order.isBefore(load, stored)).isTrue();
    }

    @Test
    void aSlotThatWasGivenBackIsNotProtectedFromTheNextMessage() {
        List<Event> events = observe(
                (tl, args) -> {
                    if (tl.place().equals(A)) {
                        for (int i = 0; i < 2; i++) {
                            tl.send("E", tl.full(FOUR, DType.F32, i));
                        }
                    } else {
                        Handle first = tl.recv("W", FOUR, DType.F32);
                        tl.recv("W", FOUR, DType.F32);
                        // Its slot holds the second message by now.
                        tl.item(first, 0);
                    }
                },
                1);
        Order order = new Order(events);
        List<Event.Access> written = accesses(events, AccessKind.WRITE, "queue `W` of " + B);
        Event.Access late =
                accesses(events, AccessKind.READ, "queue `W` of " + B).getLast();
        assertThat(written).hasSize(2);
        assertThat(written.getLast().region().overlaps(late.region())).isTrue();
        assertThat(order.isBefore(written.getFirst(), written.getLast()))
                .as("by the credit")
                .isTrue();
        // Here the second receive happens to order them.
        assertThat(order.isBefore(written.getLast(), late)).isTrue();
        List<Event> racing = observe(
                (tl, args) -> {
                    if (tl.place().equals(A)) {
                        for (int i = 0; i < 2; i++) {
                            tl.send("E", tl.full(FOUR, DType.F32, i));
                        }
                    } else {
                        Handle first = tl.recv("W", FOUR, DType.F32);
                        tl.item(first, 0);
                        tl.recv("W", FOUR, DType.F32);
                    }
                },
                1);
        Order unordered = new Order(racing);
        Event.Access next =
                accesses(racing, AccessKind.WRITE, "queue `W` of " + B).getLast();
        Event.Access read =
                accesses(racing, AccessKind.READ, "queue `W` of " + B).getFirst();
        assertThat(unordered.isBefore(next, read)).isFalse();
        assertThat(unordered.isBefore(read, next)).isFalse();
    }

    @Test
    void operationsSayWhatTheyWaitForAndUntilWhen() {
        List<Event> events = observe(
                (tl, args) -> {
                    if (tl.place().equals(A)) {
                        Handle x = tl.load(args.pointer(0), FOUR, DType.F32);
                        for (int i = 0; i < 3; i++) {
                            tl.send("E", tl.add(x, x));
                        }
                    } else {
                        tl.exp(tl.full(Shape.of(64, 64), DType.F32, 1));
                        for (int i = 0; i < 3; i++) {
                            tl.recv("W", FOUR, DType.F32);
                        }
                    }
                },
                1);
        List<Event.Block> blocks = only(events, Event.Block.class);
        assertThat(blocks)
                .extracting(block -> block.waiting().what())
                .anySatisfy(what -> assertThat(what).startsWith("for a load of 16 bytes, HBM of " + A))
                .anySatisfy(what -> assertThat(what).isEqualTo("for math of " + A + " (add)"))
                .anySatisfy(what -> assertThat(what).isEqualTo("for math of " + B + " (exp)"))
                .anySatisfy(what -> assertThat(what).startsWith("for a free slot of queue `E` to " + B))
                .anySatisfy(what -> assertThat(what).startsWith("for a payload of 16 bytes, queue `E` to " + B));
        Map<Long, Event.Block> open = new HashMap<>();
        long last = 0;
        for (Event event : events) {
            assertThat(event.timePs()).as("events come in the order of time").isGreaterThanOrEqualTo(last);
            last = event.timePs();
            switch (event) {
                case Event.Block block ->
                    assertThat(open.put(block.actor().id(), block)).isNull();
                case Event.Resume resume ->
                    assertThat(open.remove(resume.actor().id())).isNotNull();
                case Event.Delay delay -> {
                    assertThat(open).containsKey(delay.actor().id());
                    assertThat(delay.untilPs()).isGreaterThan(delay.sincePs());
                }
                case Event.Access a -> {}
                case Event.Start s -> {}
                case Event.Join j -> {}
                case Event.Release r -> {}
                case Event.Acquire a -> {}
                case Event.End e -> {}
            }
        }
        assertThat(open).isEmpty();
    }

    @Test
    void aLinkThatIsBusyHoldsTransfersUp() {
        List<Event> events = new ArrayList<>();
        try (Machine machine = Machine.open(
                Topologies.preset("small"), MachineOptions.standard().watchedBy(events::add))) {
            long in = machine.allocate(Space.HBM, A, 1 << 16);
            machine.launch(
                    (tl, args) -> tl.load(args.pointer(0), Shape.of(1 << 14), DType.F32),
                    KernelArgs.of(in),
                    PeSet.of(A, B));
        }
        assertThat(only(events, Event.Delay.class))
                .filteredOn(delay -> delay.by() instanceof Wait.Link)
                .isNotEmpty();
    }

    /// Observing changes neither times nor values, and whatever was acquired was released.
    @Test
    void observingChangesNothing() {
        long only = Long.getLong("sectile.seed", -1);
        for (long seed = Math.max(0, only); seed < (only < 0 ? SEEDS : only + 1); seed++) {
            Program program = Generator.program(seed);
            ProgramRun plain = ProgramRun.of(program, MachineOptions.standard().withPace(Pace.PLAIN), new Engine());
            List<Event> events = new ArrayList<>();
            ProgramRun observed =
                    ProgramRun.of(program, MachineOptions.standard().watchedBy(events::add), new Engine());
            assertThat(observed).as("seed " + seed).isEqualTo(plain);
            Set<Token> released = new HashSet<>();
            for (Event event : events) {
                if (event instanceof Event.Release release) {
                    released.add(release.token());
                } else if (event instanceof Event.Acquire acquire) {
                    assertThat(released).as("seed " + seed).contains(acquire.token());
                }
            }
        }
    }

    @Test
    void theFunctionalRunReportsToo() {
        List<Event> events = new ArrayList<>();
        Kernel kernel = (tl, args) -> {
            tl.send("E", tl.load(args.pointer(0), FOUR, DType.F32));
            tl.store(args.pointer(0), tl.recv("W", FOUR, DType.F32));
        };
        FunctionalRun.run(
                kernel,
                Wiring.ring(FunctionalRun.ranks(2)),
                List.of(NdArray.zeros(DType.F32, FOUR), NdArray.zeros(DType.F32, FOUR)),
                KernelArgs.of(),
                events::add);
        Order order = new Order(events);
        List<Event.Access> loads = accesses(events, AccessKind.READ, "the input");
        List<Event.Access> stores = accesses(events, AccessKind.WRITE, "the input");
        assertThat(loads).hasSize(2);
        assertThat(stores).hasSize(2);
        assertThat(order.isBefore(loads.getFirst(), stores.getLast())).isTrue();
        assertThat(order.isBefore(loads.getFirst(), loads.getLast())).isFalse();
        assertThat(order.isBefore(loads.getLast(), loads.getFirst())).isFalse();
        assertThat(only(events, Event.Block.class)).isNotEmpty();
    }
}

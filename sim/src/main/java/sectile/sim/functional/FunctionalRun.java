package sectile.sim.functional;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.coroutine.Coroutine;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.observe.Actor;
import sectile.base.observe.Observer;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.memory.Buffers;
import sectile.sim.memory.Buffers.Buffer;
import sectile.sim.memory.Memory;

/// One run of a kernel on a set of ranks, without time.
public final class FunctionalRun {
    private final CoroutineFactory coroutines;
    private final SequencedMap<Place, Rank> ranks = new LinkedHashMap<>();
    private final Map<Place, List<Integer>> pesOfCubes = new HashMap<>();
    private final Map<Integer, List<Integer>> cubesOfSips = new HashMap<>();
    private final Kernel kernel;
    private final Limits limits;
    private final @Nullable FunctionalWatch watch;

    private FunctionalRun(CoroutineFactory coroutines, Kernel kernel, Limits limits, Observer observer) {
        this.watch = observer.isActive() ? new FunctionalWatch(observer, FunctionalBackend.TCM_BYTES) : null;
        this.coroutines = coroutines;
        this.kernel = kernel;
        this.limits = limits;
    }

    @Nullable
    FunctionalWatch watch() {
        return watch;
    }

    String kernelName() {
        return kernel.name();
    }

    /// The kernel of a place.
    List<Actor> actors(Place place) {
        Rank rank = ranks.get(place);
        return rank == null ? List.of() : List.of(rank.backend.actor());
    }

    Limits limits() {
        return limits;
    }

    /// The places of `count` ranks: PE 0 of cube 0 of SIP 0, 1, ….
    public static List<Place> ranks(int count) {
        return IntStream.range(0, count).mapToObj(rank -> new Place(rank, 0, 0)).toList();
    }

    /// Runs a kernel on every place of a wiring. Each gets its array in a memory of its own; the kernel's
    /// arguments are the address of that array, its number of elements, and then `args`. Gives the arrays as
    /// the kernels left them, in the order of the places.
    public static List<NdArray> run(Kernel kernel, Wiring wiring, List<NdArray> inputs, KernelArgs args) {
        return run(kernel, wiring, inputs, place -> args);
    }

    /// The same with an observer, which is told what the kernels access and wait for.
    public static List<NdArray> run(
            Kernel kernel, Wiring wiring, List<NdArray> inputs, KernelArgs args, Observer observer) {
        return run(
                kernel,
                wiring,
                inputs,
                inputs.stream().map(FunctionalBackend::memoryWith).toList(),
                inputs.stream().map(input -> buffers(whole(input))).toList(),
                place -> args,
                Limits.none(),
                observer);
    }

    private static List<Buffer> whole(NdArray input) {
        return List.of(new Buffer(0, input.dtype().bytesFor(input.elements()), input.dtype()));
    }

    /// The same with further arguments of its own for every place.
    public static List<NdArray> run(
            Kernel kernel, Wiring wiring, List<NdArray> inputs, Function<Place, KernelArgs> args) {
        return run(kernel, wiring, inputs, FunctionalRun::whole, args);
    }

    /// The same for inputs that are memory with buffers of several types, or of none.
    ///
    /// @param buffers what an input consists of, with addresses that count from its first byte
    public static List<NdArray> run(
            Kernel kernel,
            Wiring wiring,
            List<NdArray> inputs,
            Function<NdArray, List<Buffer>> buffers,
            Function<Place, KernelArgs> args) {
        List<Memory> memories =
                inputs.stream().map(FunctionalBackend::memoryWith).toList();
        List<Buffers> tables =
                inputs.stream().map(input -> buffers(buffers.apply(input))).toList();
        return run(kernel, wiring, inputs, memories, tables, args, Limits.none(), Observer.NONE);
    }

    /// @param buffers with addresses that count from the input's first byte
    private static Buffers buffers(List<Buffer> buffers) {
        Buffers table = new Buffers();
        for (Buffer buffer : buffers) {
            table.add(new Buffer(FunctionalBackend.INPUT_ADDRESS + buffer.address(), buffer.bytes(), buffer.dtype()));
        }
        return table;
    }

    /// Runs a kernel on every place of a wiring, all of them on one array in one memory. The kernel's arguments are the
    /// address of that array and its number of elements. Gives the array as the kernels left it.
    ///
    /// @param buffers what the array consists of, with addresses that count from its first byte
    /// @param observer told what the kernels access and wait for
    public static NdArray runShared(
            Kernel kernel, Wiring wiring, NdArray input, List<Buffer> buffers, Limits limits, Observer observer) {
        int count = wiring.places().size();
        List<Memory> memories = Collections.nCopies(count, FunctionalBackend.memoryWith(input));
        KernelArgs none = new KernelArgs(List.of());
        return run(
                        kernel,
                        wiring,
                        Collections.nCopies(count, input),
                        memories,
                        Collections.nCopies(count, buffers(buffers)),
                        place -> none,
                        limits,
                        observer)
                .getFirst();
    }

    /// The same with nothing that observes it.
    public static NdArray runShared(Kernel kernel, Wiring wiring, NdArray input, List<Buffer> buffers, Limits limits) {
        return runShared(kernel, wiring, input, buffers, limits, Observer.NONE);
    }

    private static List<NdArray> run(
            Kernel kernel,
            Wiring wiring,
            List<NdArray> inputs,
            List<Memory> memories,
            List<Buffers> buffers,
            Function<Place, KernelArgs> args,
            Limits limits,
            Observer observer) {
        List<Place> places = wiring.places();
        if (inputs.size() != places.size()) {
            throw new IllegalArgumentException(inputs.size() + " inputs for " + places.size() + " places");
        }
        try (CoroutineFactory coroutines = CoroutineKind.fastest().create()) {
            FunctionalRun run = new FunctionalRun(coroutines, kernel, limits, observer);
            // Slots are not bounded here; the plan is wanted for its pairing alone.
            InstallPlan plan = InstallPlan.of(wiring, new QueueConfig(Space.TCM, 1, 1, 0));
            run.count(places);
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                run.ranks.put(
                        place,
                        new Rank(
                                run,
                                plan,
                                place,
                                i,
                                inputs.get(i),
                                memories.get(i),
                                buffers.get(i),
                                args.apply(place)));
            }
            try {
                coroutines.drive(run::toTheEnd);
            } finally {
                run.ranks.values().forEach(Rank::abort);
            }
            List<NdArray> outputs = new ArrayList<>();
            run.ranks.values().forEach(rank -> outputs.add(rank.output()));
            return List.copyOf(outputs);
        }
    }

    private void toTheEnd() {
        List<Actor> actors =
                ranks.values().stream().map(rank -> rank.backend.actor()).toList();
        if (watch != null) {
            actors.forEach(watch::started);
        }
        runAll();
        if (watch != null) {
            actors.forEach(watch::joined);
        }
    }

    private void runAll() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rank rank : ranks.values()) {
                if (rank.canRun()) {
                    rank.resume();
                    progress = true;
                }
            }
        }
        List<WaitGraph.Node> blocked = new ArrayList<>();
        for (Rank rank : ranks.values()) {
            if (!rank.finished()) {
                Wait wait = rank.backend.describeWait(this::actors);
                blocked.add(
                        new WaitGraph.Node(rank.backend.actor(), wait, rank.abort(), rank.backend.describeQueues()));
            }
        }
        if (!blocked.isEmpty()) {
            throw new DeadlockException(new WaitGraph(blocked), -1);
        }
    }

    void deliver(Place to, String direction, FunctionalBackend.Message message) {
        Rank rank = ranks.get(to);
        if (rank == null) {
            throw new IllegalStateException("no rank at " + to);
        }
        rank.backend.deliver(direction, message);
    }

    void suspend() {
        coroutines.suspend();
    }

    /// As on the machine: the participating PEs of a cube (axis 0), the cubes of a SIP (axis 1).
    int programs(Place place, int axis) {
        return programs(axis == 0 ? pesOfCubes.get(cube(place)) : cubesOfSips.get(place.sip()))
                .size();
    }

    int programId(Place place, int axis) {
        return axis == 0
                ? programs(pesOfCubes.get(cube(place))).indexOf(place.pe())
                : programs(cubesOfSips.get(place.sip())).indexOf(place.cube());
    }

    private static List<Integer> programs(@Nullable List<Integer> found) {
        return Objects.requireNonNull(found);
    }

    private static Place cube(Place place) {
        return new Place(place.sip(), place.cube(), 0);
    }

    private void count(List<Place> places) {
        for (Place place : places) {
            insert(pesOfCubes.computeIfAbsent(cube(place), key -> new ArrayList<>()), place.pe());
            insert(cubesOfSips.computeIfAbsent(place.sip(), key -> new ArrayList<>()), place.cube());
        }
    }

    private static void insert(List<Integer> sorted, int number) {
        int at = Collections.binarySearch(sorted, number);
        if (at < 0) {
            sorted.add(-at - 1, number);
        }
    }

    /// One place with its kernel.
    private static final class Rank {
        private final FunctionalRun run;
        private final FunctionalBackend backend;
        private final Coroutine coroutine;
        private final NdArray input;

        Rank(
                FunctionalRun run,
                InstallPlan plan,
                Place place,
                int rank,
                NdArray input,
                Memory memory,
                Buffers buffers,
                KernelArgs args) {
            this.run = run;
            this.input = input;
            this.backend = new FunctionalBackend(
                    run, place, plan.table(place), memory, input.dtype().bytesFor(input.elements()), buffers, rank);
            List<Object> all = new ArrayList<>();
            all.add(FunctionalBackend.INPUT_ADDRESS);
            all.add(input.shape().elements());
            all.addAll(args.values());
            KernelArgs full = new KernelArgs(all);
            this.coroutine = run.coroutines.create(() -> {
                run.kernel.run(new Tl(backend), full);
                backend.checkAwaited();
            });
        }

        boolean finished() {
            return coroutine.finished();
        }

        boolean canRun() {
            return !coroutine.finished() && !backend.isBlocked();
        }

        void resume() {
            try {
                if (coroutine.resume() && run.watch != null) {
                    run.watch.ended(backend.actor());
                }
            } catch (RuntimeException | Error e) {
                throw KernelFailure.of(backend.place(), run.kernel.name(), KernelLine.text(backend.span(e)), 0, e);
            }
        }

        /// Ends the kernel where it waits, if it does, and gives its place in its source.
        Span abort() {
            Span[] span = {Span.none()};
            try {
                coroutine.abort(() -> {
                    BodyAborted here = new BodyAborted();
                    span[0] = backend.span(here);
                    return here;
                });
            } catch (RuntimeException | Error _) {
                // What a kernel throws on its way out is not why the run was abandoned.
            }
            return span[0];
        }

        NdArray output() {
            return backend.peek(FunctionalBackend.INPUT_ADDRESS, input.dtype(), input.shape())
                    .toNdArray();
        }
    }

    /// For tests that give inputs by rank.
    public static Map<Place, NdArray> byPlace(Wiring wiring, List<NdArray> outputs) {
        SequencedMap<Place, NdArray> map = new LinkedHashMap<>();
        List<Place> places = wiring.places();
        for (int i = 0; i < places.size(); i++) {
            map.put(places.get(i), outputs.get(i));
        }
        return map;
    }
}

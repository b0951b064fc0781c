package sectile.sim.functional;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import sectile.base.array.NdArray;
import sectile.sim.Place;
import sectile.sim.engine.Coroutine;
import sectile.sim.engine.CoroutineFactory;
import sectile.sim.engine.CoroutineKind;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.DeadlockReport;
import sectile.sim.kernel.DeadlockReport.Blocked;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;

/// One run of a kernel on a set of ranks, without time.
public final class FunctionalRun {
    private final CoroutineFactory coroutines;
    private final SequencedMap<Place, Rank> ranks = new LinkedHashMap<>();
    private final Kernel kernel;

    private FunctionalRun(CoroutineFactory coroutines, Kernel kernel) {
        this.coroutines = coroutines;
        this.kernel = kernel;
    }

    /// The places of `count` ranks: PE 0 of cube 0 of SIP 0, 1, ….
    public static List<Place> ranks(int count) {
        return IntStream.range(0, count).mapToObj(rank -> new Place(rank, 0, 0)).toList();
    }

    /// Runs a kernel on every place of a wiring. Each gets its array in a memory of its own; the kernel's arguments are
    /// the address of
    /// that array, its number of elements, and then `args`. Gives the arrays as the kernels left them, in the order
    /// of the places.
    public static List<NdArray> run(Kernel kernel, Wiring wiring, List<NdArray> inputs, KernelArgs args) {
        return run(kernel, wiring, inputs, place -> args);
    }

    /// The same with further arguments of its own for every place.
    public static List<NdArray> run(
            Kernel kernel, Wiring wiring, List<NdArray> inputs, Function<Place, KernelArgs> args) {
        List<Place> places = wiring.places();
        if (inputs.size() != places.size()) {
            throw new IllegalArgumentException(inputs.size() + " inputs for " + places.size() + " places");
        }
        try (CoroutineFactory coroutines = CoroutineKind.CONTINUATION.create()) {
            FunctionalRun run = new FunctionalRun(coroutines, kernel);
            // Slots are not bounded here; the plan is wanted for its pairing alone.
            InstallPlan plan = InstallPlan.of(wiring, new QueueConfig(Space.TCM, 1, 1, 0));
            for (int i = 0; i < places.size(); i++) {
                run.ranks.put(
                        places.get(i), new Rank(run, plan, places.get(i), inputs.get(i), args.apply(places.get(i))));
            }
            try {
                run.toTheEnd();
            } finally {
                run.ranks.values().forEach(Rank::abort);
            }
            List<NdArray> outputs = new ArrayList<>();
            run.ranks.values().forEach(rank -> outputs.add(rank.output()));
            return List.copyOf(outputs);
        }
    }

    private void toTheEnd() {
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
        List<Blocked> blocked = new ArrayList<>();
        for (Rank rank : ranks.values()) {
            if (!rank.finished()) {
                blocked.add(rank.backend.describeWait(kernel.name()).at(rank.abort()));
            }
        }
        if (!blocked.isEmpty()) {
            throw new DeadlockException(DeadlockReport.of(0, blocked));
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

    int programs(int axis) {
        return axis == 0
                ? (int) ranks.keySet().stream().mapToInt(Place::pe).distinct().count()
                : (int) ranks.keySet().stream().mapToInt(Place::cube).distinct().count();
    }

    /// One place with its kernel.
    private static final class Rank {
        private final FunctionalRun run;
        private final FunctionalBackend backend;
        private final Coroutine coroutine;
        private final NdArray input;

        Rank(FunctionalRun run, InstallPlan plan, Place place, NdArray input, KernelArgs args) {
            this.run = run;
            this.input = input;
            this.backend = new FunctionalBackend(run, place, plan.table(place), input);
            List<Object> all = new ArrayList<>();
            all.add(FunctionalBackend.INPUT_ADDRESS);
            all.add(input.shape().elements());
            all.addAll(args.values());
            KernelArgs full = new KernelArgs(all);
            this.coroutine = run.coroutines.create(() -> run.kernel.run(new Tl(backend), full));
        }

        boolean finished() {
            return coroutine.finished();
        }

        boolean canRun() {
            return !coroutine.finished() && !backend.isBlocked();
        }

        void resume() {
            try {
                coroutine.resume();
            } catch (RuntimeException | Error e) {
                throw KernelFailure.of(backend.place(), run.kernel.name(), line(e), 0, e);
            }
        }

        private String line(Throwable at) {
            return backend.line().or(() -> KernelLine.of(at)).orElse("");
        }

        /// Ends the kernel where it waits, if it does, and gives its line.
        String abort() {
            String[] line = {""};
            try {
                coroutine.abort(() -> {
                    BodyAborted here = new BodyAborted();
                    line[0] = line(here);
                    return here;
                });
            } catch (RuntimeException | Error _) {
                // What a kernel throws on its way out is not why the run was given up.
            }
            return line[0];
        }

        NdArray output() {
            return backend.read(FunctionalBackend.INPUT_ADDRESS, input.dtype(), input.shape())
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

package sectile.interp.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.interp.schedule.Creation;
import sectile.interp.schedule.Fiber;
import sectile.interp.schedule.Scheduler;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.interp.value.Window;
import sectile.ir.Program;

/// One run of a program: its ranks, memories, tasks and fibers.
public final class Machine {
    /// How many ops run between two reports of progress, minus one: a mask.
    private static final long REPORT_MASK = (1 << 10) - 1;

    private final Program program;
    private final Platform platform;
    private final Observer observer;
    private final int ranks;
    private final Calls calls = new Calls();
    private final Map<Long, Task> tasks = new TreeMap<>();
    private final Map<Integer, Task> lastOnDevice = new HashMap<>();
    private final Map<Object, Meeting> collectives = new HashMap<>();
    private final Transfers transfers = new Transfers();
    private final Function<String, Routine> routines;
    private final Limits limits;
    private final Disturbances disturbances;
    private @Nullable Contexts contexts;
    private long actors;
    private long windows;
    private long ops;

    public Machine(
            Program program,
            Platform platform,
            Observer observer,
            int ranks,
            Function<String, Routine> routines,
            Limits limits,
            List<Disturbance> disturbances) {
        this.disturbances = new Disturbances(disturbances);
        this.program = program;
        this.platform = platform;
        this.observer = observer;
        this.ranks = ranks;
        this.routines = routines;
        this.limits = limits;
    }

    /// An op is about to run.
    public void countOp() {
        if ((++ops & REPORT_MASK) == 0) {
            limits.progress().count(ops, "operations");
        }
    }

    /// The limits on the time and memory of this host.
    public Limits limits() {
        return limits;
    }

    /// What goes wrong.
    Disturbances disturbances() {
        return disturbances;
    }

    public Platform platform() {
        return platform;
    }

    public Scheduler scheduler() {
        return platform.scheduler();
    }

    public int ranks() {
        return ranks;
    }

    /// How many core groups a device has.
    public int clusters() {
        return platform.clusters();
    }

    /// The executable form of a function of the program.
    public Routine routine(String name) {
        return routines.apply(name);
    }

    public Calls calls() {
        return calls;
    }

    /// A new piece of global memory around an array.
    public Data tensor(NdArray array, String name, int rank, boolean manual) {
        long bytes = array.dtype().bytesFor(array.elements());
        return Data.tensor(array, new Memory(scheduler().create(), name, rank, manual, bytes));
    }

    public Actor actor(Actor.Kind kind, int rank, long task, String function, long block, long lane) {
        return new Actor(++actors, kind, rank, task, function, block, lane, "");
    }

    /// One of the transfers or late signals that an actor starts.
    Actor transfer(Actor by, Actor.Kind kind, int number) {
        return new Actor(
                ++actors,
                kind,
                by.rank(),
                by.task(),
                by.function(),
                by.block(),
                by.lane(),
                (kind == Actor.Kind.SIGNAL ? "signal " : "transfer ") + number);
    }

    public Transfers transfers() {
        return transfers;
    }

    /// Whether events must be reported.
    public boolean isObserved() {
        return observer.isActive();
    }

    /// Reports an event. Callers ask [#isObserved()] first, so that no event is made in vain.
    public void observe(Event event) {
        observer.observe(event);
    }

    /// Simulated time; -1 on a platform without.
    public long nowPs() {
        return platform.nowPs();
    }

    /// Starts a fiber for an actor, whose end is reported.
    Fiber spawn(Actor actor, Runnable body) {
        return scheduler().spawn(actor, () -> {
            body.run();
            ended(actor);
        });
    }

    /// Starts an actor that no code of the program starts.
    public void start(Actor parent, Actor actor, Runnable body) {
        if (isObserved()) {
            observe(new Event.Start(parent, actor, Span.none(), nowPs()));
        }
        spawn(actor, body);
    }

    /// Reports the end of an actor.
    public void ended(Actor actor) {
        if (isObserved()) {
            observe(new Event.End(actor, Span.none(), nowPs()));
        }
    }

    public Window window(String name, long bytes) {
        return window(name, false, bytes);
    }

    /// A window buffer on every device. One that a group of the program has is as large, and has the ranks, that the
    /// bootstrap configs of the devices say.
    ///
    /// @param argument whether it is an argument of the run
    /// @param wanted the bytes that the program asks for
    public Window window(String name, boolean argument, long wanted) {
        Optional<Contexts.Context> context =
                argument || name.isEmpty() ? Optional.empty() : contexts().of(name);
        long bytes = context.map(Contexts.Context::nbytes).orElse(wanted);
        String shown = name.isEmpty() ? "window " + ++windows : name;
        limits.require(
                ranks, bytes, "the window `" + shown + "` of " + bytes + " bytes on " + ranks + " ranks", Span.none());
        var parts = new ArrayList<Memory>();
        Creation creation = scheduler().create();
        for (int rank = 0; rank < ranks; rank++) {
            parts.add(new Memory(creation, shown, rank, false, bytes));
        }
        var window = new Window(shown, bytes, parts, context.map(Contexts.Context::devices));
        for (int rank = 0; rank < ranks; rank++) {
            platform.holds(parts.get(rank), window.bytesOf(rank), argument);
        }
        return window;
    }

    private Contexts contexts() {
        if (contexts == null) {
            contexts = new Contexts(program.commGroups(), ranks);
        }
        return contexts;
    }

    /// Where the ranks meet that name the same thing.
    public Meeting collective(Object key) {
        return collectives.computeIfAbsent(key, k -> new Meeting("ranks " + k, true));
    }

    Task newTask(String name, int device, List<Use> uses) {
        var task = new Task(tasks.size() + 1L, name, device, uses);
        tasks.put(task.id(), task);
        return task;
    }

    /// The task of an id; null for an id that names none.
    public @Nullable Task task(long id) {
        return tasks.get(id);
    }

    /// Makes a task the last of a device and gives the one before.
    @Nullable
    Task queueOn(int device, Task task) {
        return lastOnDevice.put(device, task);
    }
}

package sectile.interp.machine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.interp.problem.ExecCode;
import sectile.interp.schedule.Fiber;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.interp.value.Peers;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;

/// What a call means, depending on caller and callee.
public final class Calls {
    Calls() {}

    /// A synchronous call. A call with a device comes back at once with results that may still be pending.
    public Object[] call(Core core, Routine routine, Object[] args, Dispatch dispatch) {
        if (dispatch.device().isPresent()) {
            return onDevice(core, routine, args, dispatch).values();
        }
        if (!dispatch.predicate().test(core)) {
            return skipped(core, routine, args);
        }
        FunctionKind kind = routine.function().kind();
        boolean coreFunction = isCoreFunction(kind);
        @Nullable List<Runnable> children = core.children();
        if (children != null && (kind == FunctionKind.AIC || kind == FunctionKind.AIV)) {
            return beside(core, routine, args, children);
        }
        Object[] values = forced(core, args);
        if (coreFunction && core.isOrchestrating()) {
            return launched(core, routine, values, dispatch);
        }
        if (kind == FunctionKind.GROUP) {
            return inGroup(core, routine, values);
        }
        if (kind == FunctionKind.ORCHESTRATION && core.kind() == Core.Kind.HOST && !isHost(routine.function())) {
            Core orchestrator = core.orchestrator(0, core.actor());
            return finish(orchestrator, routine.call(orchestrator, values));
        }
        return routine.call(core, values);
    }

    /// A call from outside the program: runs a function to the end of all that it starts.
    public Object[] enter(Core core, Routine routine, Object[] args) {
        return finish(core, call(core, routine, args, Dispatch.PLAIN));
    }

    /// A task that is already done, for a scope that was run where it is.
    public Task completed(Core core, String name) {
        Task task = core.machine().newTask(name, Math.max(0, core.rank()), List.of());
        task.runsAs(core.actor());
        task.end(new Object[0]);
        return task;
    }

    /// A submission: the results, and the task itself.
    public Submitted submit(Core core, Routine routine, Object[] args, Dispatch dispatch) {
        if (dispatch.device().isPresent()) {
            return onDevice(core, routine, args, dispatch);
        }
        int device = core.kind() == Core.Kind.HOST ? 0 : core.rank();
        return task(core, routine, args, dispatch, device, false, body -> {
            Object[] values = forced(body, args);
            if (!dispatch.predicate().test(body)) {
                return skipped(body, routine, values);
            }
            if (isCoreFunction(routine.function().kind())) {
                return blocks(body, routine, values, dispatch);
            }
            return finish(body, routine.call(body, values));
        });
    }

    /// What a call returns that its predicate suppressed: the parameters that it would have written.
    private static Object[] skipped(Core core, Routine routine, Object[] args) {
        Object[] values = new Object[routine.function().results().size()];
        for (int i = 0; i < values.length; i++) {
            int alias = routine.aliases().get(i);
            if (alias < 0) {
                throw core.error(
                        ExecCode.PREDICATED_RESULT,
                        "the predicate suppresses `" + routine.function().name()
                                + "`, and its result is not one of its parameters",
                        "let the function write into an InOut parameter");
            }
            values[i] = args[alias];
        }
        return values;
    }

    /// A part of an orchestrator that runs on its own after other tasks, as a region of a manual scope does.
    public Task region(Core core, String name, List<Long> deps, RegionBody body) {
        int device = Math.max(0, core.rank());
        Task task = core.machine().newTask(name, device, List.of());
        Set<Task> dependencies = new LinkedHashSet<>();
        declared(core, deps, dependencies::add);
        TaskTable table = core.tasks();
        if (table != null) {
            table.add(task);
        }
        start(core, task, dependencies, device, body::run);
        return task;
    }

    /// What a region does on its own core; the values of the variables that it assigns.
    @FunctionalInterface
    public interface RegionBody {
        Object[] run(Core core);
    }

    /// A task, and its results as far as they are known.
    public static final class Submitted {
        private final Object[] values;
        private final Task task;

        Submitted(Object[] values, Task task) {
            this.values = values;
            this.task = task;
        }

        public Object[] values() {
            return values;
        }

        public Task task() {
            return task;
        }
    }

    private static boolean isCoreFunction(FunctionKind kind) {
        return switch (kind) {
            case IN_CORE, AIC, AIV, GROUP, SPMD -> true;
            case OPAQUE, ORCHESTRATION, INLINE, GRAPH -> false;
        };
    }

    private static Object[] forced(Core core, Object[] args) {
        Object[] values = args.clone();
        for (int i = 0; i < values.length; i++) {
            values[i] = core.force(values[i]);
        }
        return values;
    }

    /// Waits for all that an orchestrator started, and gives its results.
    private static Object[] finish(Core core, Object[] results) {
        TaskTable tasks = core.tasks();
        if (tasks != null) {
            tasks.awaitAll(core);
        }
        return forced(core, results);
    }

    // ---- devices

    private Submitted onDevice(Core core, Routine routine, Object[] args, Dispatch dispatch) {
        int device = Math.toIntExact(dispatch.device().orElseThrow());
        if (device < 0 || device >= core.machine().ranks()) {
            throw core.error(
                    ExecCode.NO_SUCH_DEVICE,
                    "there is no device " + device + " in a run of "
                            + core.machine().ranks(),
                    "run with more ranks");
        }
        Object[] bound = args.clone();
        for (int i = 0; i < bound.length; i++) {
            bound[i] = bind(bound[i], device);
        }
        Dispatch plain = new Dispatch(
                java.util.OptionalLong.empty(),
                dispatch.blocks(),
                dispatch.deps(),
                dispatch.free(),
                dispatch.predicate());
        return task(core, routine, bound, plain, device, true, body -> {
            Object[] values = forced(body, bound);
            for (int i = 0; i < values.length; i++) {
                values[i] = bind(values[i], device);
            }
            if (!dispatch.predicate().test(body)) {
                return skipped(body, routine, values);
            }
            List<Param> params = routine.function().params();
            body.spend(new Request.Dispatch(device, hostBytes(body, params, values, false)));
            Object[] results = isCoreFunction(routine.function().kind())
                    ? blocks(body, routine, values, plain)
                    : finish(body, routine.call(body, values));
            body.spend(new Request.Complete(device, hostBytes(body, params, values, true)));
            return results;
        });
    }

    /// What of the arguments lies in the host's memory and must come to the device, or back.
    private static long hostBytes(Core core, List<Param> params, Object[] values, boolean back) {
        long bytes = 0;
        for (int i = 0; i < values.length; i++) {
            boolean moves =
                    back ? params.get(i).direction().writes() : params.get(i).direction() != Direction.OUT;
            if (moves && values[i] instanceof Data data) {
                Memory memory = data.memory();
                if (memory != null
                        && memory.rank() < 0
                        && !memory.isOnDevices()
                        && !core.machine().platform().isOnDevices(memory)) {
                    bytes += data.dtype().bytesFor(data.shape().elements());
                }
            }
        }
        return bytes;
    }

    /// A window becomes the part of it that lies on the device.
    public static Object bind(Object value, int device) {
        if (value instanceof Data data) {
            Peers peers = data.peers();
            if (peers != null) {
                peers.window().join(device);
                return peers.on(device, data.valid());
            }
        }
        return value;
    }

    /// What a task does, given its core.
    private interface Body {
        Object[] run(Core core);
    }

    private Submitted task(
            Core core, Routine routine, Object[] args, Dispatch dispatch, int device, boolean queued, Body body) {
        Machine machine = core.machine();
        Function function = routine.function();
        List<Use> uses = core.isManual() ? List.of() : Use.of(function.params(), args, dispatch.free());
        Task task = machine.newTask(function.name(), device, uses);
        TaskTable table = core.tasks();
        Set<Task> dependencies = new LinkedHashSet<>();
        if (table != null) {
            dependencies.addAll(table.conflicting(core, uses, device));
            table.add(task);
        }
        for (Object arg : args) {
            if (arg instanceof Pending pending) {
                dependencies.add(pending.task());
            }
        }
        declared(core, dispatch.deps(), dependencies::add);
        if (queued) {
            Task before = machine.queueOn(device, task);
            if (before != null) {
                dependencies.add(before);
            }
        }
        start(core, task, dependencies, device, body);
        return new Submitted(results(routine, args, task), task);
    }

    /// Calls back for every task that is named; ids that name none are left out.
    public static void declared(Core core, List<Long> ids, Consumer<Task> each) {
        for (long id : ids) {
            Task task = core.machine().task(id);
            if (task != null) {
                each.accept(task);
            }
        }
    }

    private static Object[] results(Routine routine, Object[] args, Task task) {
        Object[] values = new Object[routine.function().results().size()];
        for (int i = 0; i < values.length; i++) {
            int alias = routine.aliases().get(i);
            values[i] = alias >= 0 ? args[alias] : new Pending(task, i);
        }
        return values;
    }

    /// Runs something on devices, after what was sent to them before.
    public void everywhere(Core core, List<Integer> devices, String name, Consumer<Core> body) {
        for (int device : devices) {
            Task task = core.machine().newTask(name, device, List.of());
            TaskTable table = core.tasks();
            if (table != null) {
                table.add(task);
            }
            Task before = core.machine().queueOn(device, task);
            start(core, task, before == null ? Set.of() : Set.of(before), device, own -> {
                body.accept(own);
                return new Object[0];
            });
        }
    }

    /// A task that does nothing but come after others.
    public Task fence(Core core, List<Long> deps) {
        int device = Math.max(0, core.rank());
        Task task = core.machine().newTask("task_dummy", device, List.of());
        Set<Task> dependencies = new LinkedHashSet<>();
        declared(core, deps, dependencies::add);
        start(core, task, dependencies, device, own -> new Object[0]);
        return task;
    }

    private static void start(Core core, Task task, Set<Task> dependencies, int device, Body body) {
        Machine machine = core.machine();
        task.dependencies().addAll(dependencies);
        Actor actor = machine.actor(Actor.Kind.TASK, device, task.id(), task.name(), -1, -1);
        task.runsAs(actor);
        started(core, actor);
        Core own = core.orchestrator(device, actor);
        machine.spawn(actor, () -> {
            for (Task dependency : dependencies) {
                own.await(dependency);
            }
            Object[] results = body.run(own);
            own.deferred().forEach(Runnable::run);
            task.end(results);
        });
    }

    // ---- blocks

    private Object[] launched(Core core, Routine routine, Object[] args, Dispatch dispatch) {
        TaskTable table = core.tasks();
        if (table != null && !core.isManual()) {
            int device = Math.max(core.rank(), 0);
            List<Use> uses = Use.of(routine.function().params(), args, dispatch.free());
            for (Task task : table.conflicting(core, uses, device)) {
                core.await(task);
            }
        }
        declared(core, dispatch.deps(), core::await);
        return blocks(core, routine, args, dispatch);
    }

    private Object[] blocks(Core core, Routine routine, Object[] args, Dispatch dispatch) {
        Function function = routine.function();
        long count =
                dispatch.blocks().orElse(function.attrs().integer("core_num").orElse(1L));
        if (count < 1) {
            throw core.error(ExecCode.TOO_FEW_CORES, "a launch has at least one block, found " + count, "");
        }
        Object[][] results = new Object[Math.toIntExact(count)][];
        launch(core, results.length, function.name(), false, block -> {
            results[(int) block.blockIndex()] = onBlock(block, routine, args);
            block.deferred().forEach(Runnable::run);
            core.machine().transfers().kernelEnds(block, function.name());
        });
        return results[0];
    }

    /// Runs the blocks of a launch and waits for all of them. A single one is run by the same actor.
    private static void launch(Core core, int count, String name, boolean guarded, Consumer<Core> body) {
        Machine machine = core.machine();
        var launch = new Launch(machine.scheduler().create(), count);
        var actors = new ArrayList<Actor>();
        if (count == 1) {
            actors.add(core.actor());
        }
        for (int i = actors.size(); i < count; i++) {
            Actor actor =
                    machine.actor(Actor.Kind.BLOCK, core.rank(), core.actor().task(), name, i, -1);
            started(core, actor);
            actors.add(actor);
        }
        machine.platform().launch(core, name, actors, (block, location) -> {
            body.accept(core.block(launch, block, location, actors.get(block), guarded));
            if (count > 1) {
                machine.ended(actors.get(block));
            }
        });
        if (count > 1) {
            actors.forEach(actor -> joined(core, actor));
        }
    }

    private Object[] onBlock(Core block, Routine routine, Object[] args) {
        return switch (routine.function().kind()) {
            case AIC -> routine.call(block.as(Core.Kind.CUBE), args);
            case AIV -> routine.call(block.as(Core.Kind.VECTOR), args);
            case GROUP -> inGroup(block, routine, args);
            case IN_CORE, SPMD, OPAQUE, ORCHESTRATION, INLINE, GRAPH -> routine.call(block, args);
        };
    }

    /// The blocks of a scope that runs on `count` of them.
    public void onBlocks(Core core, long count, String name, Consumer<Core> body) {
        if (core.isOrchestrating()) {
            launch(core, Math.toIntExact(count), name, true, body);
        } else {
            // A core that runs blocks by itself does so as several actors at one place.
            parallel(
                    core,
                    count,
                    name,
                    true,
                    (index, actor, launch) -> body.accept(core.block(launch, index, core.location(), actor, true)));
        }
    }

    /// A single block for a scope that becomes a kernel.
    public void onBlock(Core core, String name, Consumer<Core> body) {
        if (core.isOrchestrating()) {
            launch(core, 1, name, true, body);
        } else {
            body.accept(core);
        }
    }

    private interface Part {
        void run(long index, Actor actor, Launch launch);
    }

    /// Runs parts side by side at one place and waits for all of them.
    private static void parallel(Core core, long count, String name, boolean blocks, Part part) {
        Machine machine = core.machine();
        var launch = new Launch(machine.scheduler().create(), count);
        var fibers = new ArrayList<Fiber>();
        var actors = new ArrayList<Actor>();
        for (long i = 0; i < count; i++) {
            long index = i;
            Actor actor = machine.actor(
                    blocks ? Actor.Kind.BLOCK : Actor.Kind.CORE,
                    core.rank(),
                    core.actor().task(),
                    name,
                    blocks ? i : core.blockIndex(),
                    blocks ? -1 : i);
            started(core, actor);
            actors.add(actor);
            fibers.add(machine.spawn(actor, () -> part.run(index, actor, launch)));
        }
        for (int i = 0; i < fibers.size(); i++) {
            core.join(fibers.get(i));
            joined(core, actors.get(i));
        }
    }

    /// The vector cores of a scope that is split among them.
    public void onLanes(Core core, long count, String name, Consumer<Core> body) {
        var group = new Group(core.machine().scheduler().create(), count, false);
        parallel(
                core,
                count,
                name,
                false,
                (index, actor, launch) -> body.accept(core.member(Core.Kind.BLOCK, group, index, actor)));
    }

    // ---- groups

    private Object[] inGroup(Core core, Routine routine, Object[] args) {
        var started = new ArrayList<Runnable>();
        Core cluster =
                core.cluster(new Group(core.machine().scheduler().create(), lanesOf(core, routine), true), started);
        Object[] results = routine.call(cluster, args);
        started.forEach(Runnable::run);
        return forced(core, results);
    }

    /// A scope in which the cores of a group work side by side.
    public void cluster(Core core, long lanes, Consumer<Core> body) {
        var started = new ArrayList<Runnable>();
        body.accept(core.cluster(new Group(core.machine().scheduler().create(), lanes, true), started));
        started.forEach(Runnable::run);
    }

    /// Both vector cores of a group work when the code knows of them, unless the function's `lanes` says
    /// otherwise.
    private static long lanesOf(Core core, Routine routine) {
        long lanes = routine.function().attrs().integer("lanes").orElse(routine.knowsLanes() ? 2L : 1L);
        if (lanes < 1) {
            throw core.error(ExecCode.TOO_FEW_CORES, "a group has at least one vector core, found " + lanes, "");
        }
        return lanes;
    }

    private Object[] beside(Core core, Routine routine, Object[] args, List<Runnable> children) {
        Machine machine = core.machine();
        boolean cube = routine.function().kind() == FunctionKind.AIC;
        long lanes = cube ? 1 : core.group().lanes();
        Task whole = machine.newTask(routine.function().name(), core.rank(), List.of());
        var results = new ArrayList<Object[]>();
        long[] running = {lanes};
        for (long i = 0; i < lanes; i++) {
            long lane = i;
            Actor actor = machine.actor(
                    Actor.Kind.CORE,
                    core.rank(),
                    core.actor().task(),
                    routine.function().name(),
                    core.blockIndex(),
                    cube ? -1 : lane);
            started(core, actor);
            Core own = core.member(cube ? Core.Kind.CUBE : Core.Kind.VECTOR, core.group(), lane, actor);
            Fiber fiber = machine.spawn(actor, () -> {
                Object[] values = routine.call(own, forced(own, args));
                if (lane == 0) {
                    results.add(values);
                }
                if (--running[0] == 0) {
                    whole.end(results.getFirst());
                }
            });
            children.add(() -> {
                core.join(fiber);
                joined(core, actor);
            });
        }
        return results(routine, args, whole);
    }

    private static void started(Core core, Actor child) {
        Machine machine = core.machine();
        if (machine.isObserved()) {
            machine.observe(new Event.Start(core.actor(), child, core.span(), machine.nowPs()));
        }
    }

    static void joined(Core core, Actor done) {
        Machine machine = core.machine();
        if (machine.isObserved()) {
            machine.observe(new Event.Join(core.actor(), done, core.span(), machine.nowPs()));
        }
    }

    /// Whether a function belongs to the host.
    public static boolean isHost(Function function) {
        return function.level() == Level.HOST;
    }
}

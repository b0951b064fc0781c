package sectile.interp.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.observe.Region;
import sectile.interp.observe.Access;
import sectile.interp.observe.Actor;
import sectile.interp.observe.Observer;
import sectile.interp.schedule.Channel;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.ir.expr.OpCall;

/// Where code runs: the host, an orchestrator, or a core of a block. All access to global memory goes through
/// here.
public final class Core {
    /// What kind of place it is.
    public enum Kind {
        HOST,
        ORCHESTRATOR,
        /// A whole core group that runs one function.
        BLOCK,
        CUBE,
        VECTOR
    }

    private final Machine machine;
    private final Kind kind;
    private final int rank;
    private final Platform.Location location;
    private final Actor actor;
    private final Launch launch;
    private final Group group;
    private final long block;
    private final long lane;
    private final @Nullable TaskTable tasks;
    private final boolean manual;
    private final @Nullable List<Runnable> children;
    private final List<Runnable> deferred;
    private Span span = Span.none();

    private Core(
            Machine machine,
            Kind kind,
            int rank,
            Platform.Location location,
            Actor actor,
            Launch launch,
            Group group,
            long block,
            long lane,
            @Nullable TaskTable tasks,
            boolean manual,
            @Nullable List<Runnable> children,
            List<Runnable> deferred,
            Span span) {
        this.machine = machine;
        this.kind = kind;
        this.rank = rank;
        this.location = location;
        this.actor = actor;
        this.launch = launch;
        this.group = group;
        this.block = block;
        this.lane = lane;
        this.tasks = tasks;
        this.manual = manual;
        this.children = children;
        this.deferred = deferred;
        this.span = span;
    }

    /// A place for code that has no caller.
    public static Core first(Machine machine, Kind kind, int rank, Actor actor) {
        return new Core(
                machine,
                kind,
                rank,
                kind == Kind.HOST
                        ? machine.platform().host()
                        : machine.platform().orchestrator(rank),
                actor,
                new Launch(1),
                new Group(1, false),
                0,
                0,
                new TaskTable(),
                false,
                null,
                new ArrayList<>(),
                Span.none());
    }

    /// An orchestrator of its own on a device, run by the same fiber unless another actor is given.
    Core orchestrator(int device, Actor by) {
        return new Core(
                machine,
                Kind.ORCHESTRATOR,
                device,
                machine.platform().orchestrator(device),
                by,
                new Launch(1),
                new Group(1, false),
                0,
                0,
                new TaskTable(),
                false,
                null,
                new ArrayList<>(),
                span);
    }

    /// A block of a launch. What an orchestrator started still counts when `guarded`.
    Core block(Launch newLaunch, long newBlock, Platform.Location newLocation, Actor by, boolean guarded) {
        return new Core(
                machine,
                Kind.BLOCK,
                Math.max(rank, 0),
                newLocation,
                by,
                newLaunch,
                new Group(1, false),
                newBlock,
                0,
                guarded ? tasks : null,
                manual,
                null,
                new ArrayList<>(),
                span);
    }

    /// One core of a group.
    Core member(Kind newKind, Group newGroup, long newLane, Actor by) {
        return new Core(
                machine, newKind, rank, location, by, launch, newGroup, block, newLane, tasks, manual, null, deferred,
                span);
    }

    /// The same place, where calls of core functions run side by side; `started` collects how to wait for them.
    Core cluster(Group newGroup, List<Runnable> started) {
        return new Core(
                machine, kind, rank, location, actor, launch, newGroup, block, lane, tasks, manual, started, deferred,
                span);
    }

    /// The same place, where only declared dependencies count.
    public Core manual() {
        return new Core(
                machine, kind, rank, location, actor, launch, group, block, lane, tasks, true, children, deferred,
                span);
    }

    /// The same place, as a core of another kind.
    Core as(Kind newKind) {
        return new Core(
                machine, newKind, rank, location, actor, launch, group, block, lane, tasks, manual, null, deferred,
                span);
    }

    public Machine machine() {
        return machine;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isOrchestrating() {
        return kind == Kind.HOST || kind == Kind.ORCHESTRATOR;
    }

    public int rank() {
        return rank;
    }

    /// Where the platform runs it.
    public Platform.Location location() {
        return location;
    }

    public Actor actor() {
        return actor;
    }

    public Launch launch() {
        return launch;
    }

    public Group group() {
        return group;
    }

    public long blockIndex() {
        return block;
    }

    public long lane() {
        return lane;
    }

    @Nullable
    TaskTable tasks() {
        return tasks;
    }

    boolean isManual() {
        return manual;
    }

    @Nullable
    List<Runnable> children() {
        return children;
    }

    /// What must still happen before the task of this core counts as done.
    public List<Runnable> deferred() {
        return deferred;
    }

    /// Where in the program the core stands.
    public Span span() {
        return span;
    }

    public void at(Span newSpan) {
        if (!newSpan.isNone()) {
            span = newSpan;
        }
    }

    /// A user's error at the place where the core stands.
    public DiagnosticException error(String code, String message, String hint) {
        Diagnostic diagnostic = Diagnostic.error(code, span, message + " (" + actor + ")");
        return new DiagnosticException(hint.isEmpty() ? diagnostic : diagnostic.hint(hint));
    }

    /// Waits; `what` follows the word "waits".
    public void await(Channel channel, BooleanSupplier condition, Supplier<String> what) {
        machine.scheduler().await(channel, condition, Meeting.waiting(this, what));
    }

    public void await(Task task) {
        await(task.ended(), task::isDone, () -> "for " + task);
        Actor done = task.actor();
        if (done != null) {
            machine.observer().joined(actor, done);
        }
    }

    /// A value that is there, for one that may not be.
    public Object force(Object value) {
        if (value instanceof Pending pending) {
            await(pending.task());
            return force(pending.value());
        }
        return value;
    }

    /// Like [#reads], for a read that somebody else performs.
    public void willRead(Data whole, NdArray part) {
        access(whole, part, false, false);
    }

    /// Like [#writes], for a write that somebody else performs.
    public void willWrite(Data whole, NdArray part) {
        access(whole, part, true, false);
    }

    /// Must be called before the elements of a part of some data are read. On a platform with time, the time of the
    /// read has passed when it returns.
    public void reads(Data whole, NdArray part) {
        access(whole, part, false, false);
        Memory memory = whole.memory();
        if (memory != null && machine.platform().isTimed()) {
            perform(new Request.Load(Region.of(memory, part)), Core::nothing);
        }
    }

    /// Must be called before the elements of a part of some data are changed; then [#wrote]. On a platform with time,
    /// the time of the write has passed when it returns.
    public void writes(Data whole, NdArray part, boolean atomic) {
        access(whole, part, true, atomic);
        Memory memory = whole.memory();
        if (memory != null && machine.platform().isTimed()) {
            perform(new Request.Store(Region.of(memory, part), atomic), Core::nothing);
        }
    }

    /// Changes a signal cell when the signal is there; what this actor did before comes before what follows an
    /// acquisition of `token`.
    public void signals(Data whole, NdArray cell, Object token, Runnable change) {
        access(whole, cell, true, true);
        machine.observer().released(actor, token, span);
        perform(new Request.Notify(Region.of(memoryOf(whole), cell)), change);
    }

    /// Reads of signals run at the same time as the writes they wait for.
    public void polls(Data whole, NdArray part) {
        access(whole, part, false, true);
        if (machine.platform().isTimed()) {
            perform(new Request.Poll(Region.of(memoryOf(whole), part)), Core::nothing);
        }
    }

    private static void nothing() {}

    private static Memory memoryOf(Data whole) {
        return Objects.requireNonNull(whole.memory());
    }

    /// Asks the platform for something.
    public void perform(Request request, Runnable effect) {
        machine.platform().perform(this, request, effect);
    }

    /// The same for something whose effect is none but the time it takes.
    public void spend(Request request) {
        if (machine.platform().isTimed()) {
            perform(request, Core::nothing);
        }
    }

    /// The time of an op, beyond that of its accesses to memory and its waits.
    public void spend(OpCall call, Object[] operands, Object result) {
        if (machine.platform().isTimed()) {
            perform(new Request.Compute(call, Arrays.asList(operands), result), Core::nothing);
        }
    }

    private void access(Data whole, NdArray part, boolean write, boolean atomic) {
        Memory memory = whole.memory();
        if (memory == null) {
            return;
        }
        if (kind != Kind.HOST) {
            machine.scheduler().pause();
        }
        boolean guarded = tasks != null && !manual;
        if (!guarded && machine.observer() == Observer.NONE) {
            return;
        }
        Region region = Region.of(memory, part);
        if (tasks != null && !manual) {
            tasks.beforeAccess(this, region, write);
        }
        machine.observer().accessed(new Access(actor, region, write, atomic, span));
    }

    /// Tells whoever waits for the memory of some data that it changed.
    public void wrote(Data whole) {
        Memory memory = whole.memory();
        if (memory != null) {
            machine.scheduler().progress();
            memory.writes().changed();
        }
    }
}

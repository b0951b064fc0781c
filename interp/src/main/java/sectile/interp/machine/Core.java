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
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Region;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.interp.problem.ExecCode;
import sectile.interp.schedule.Channel;
import sectile.interp.schedule.Fiber;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.interp.value.Slot;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;

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
                new Launch(machine.scheduler().create(), 1),
                new Group(machine.scheduler().create(), 1, false),
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
                new Launch(machine.scheduler().create(), 1),
                new Group(machine.scheduler().create(), 1, false),
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
                new Group(machine.scheduler().create(), 1, false),
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

    /// Whether only declared dependencies order tasks here.
    public boolean isManual() {
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

    /// Where in the program the core is.
    public Span span() {
        return span;
    }

    public void at(Span newSpan) {
        if (!newSpan.isNone()) {
            span = newSpan;
        }
    }

    /// A user's error at the place where the core is.
    public DiagnosticException error(DiagnosticCode code, String message, String hint) {
        Diagnostic diagnostic = Diagnostic.error(code, span, message + " (" + actor + ")");
        return new DiagnosticException(hint.isEmpty() ? diagnostic : diagnostic.hint(hint));
    }

    /// A tile that was received is used until its slot is given back.
    public void uses(Data tile) {
        Slot slot = tile.slot();
        if (slot != null && slot.givenBack().isPresent()) {
            Diagnostic late = Diagnostic.error(
                            ExecCode.SLOT_GIVEN_BACK,
                            span,
                            "this tile is used after its slot was given back (" + actor + ")")
                    .note(slot.givenBack().get(), "here its slot is given back, and the next push may overwrite it")
                    .hint("give the slot back after the last use, or copy the tile first");
            throw new DiagnosticException(late);
        }
    }

    /// Waits until a condition holds. What is waited for is worked out only when it is needed.
    public void await(Channel channel, BooleanSupplier condition, Supplier<Wait> what) {
        if (condition.getAsBoolean()) {
            return;
        }
        Span where = span;
        if (machine.isObserved()) {
            machine.observe(new Event.Block(actor, what.get(), where, machine.nowPs()));
        }
        machine.scheduler().await(channel, condition, () -> new WaitGraph.Node(actor, what.get(), where));
        if (machine.isObserved()) {
            machine.observe(new Event.Resume(actor, where, machine.nowPs()));
        }
    }

    public void await(Task task) {
        Actor done = task.actor();
        await(
                task.ended(),
                task::isDone,
                () -> new Wait.End(task.toString(), done == null ? List.of() : List.of(done)));
        if (done != null) {
            Calls.joined(this, done);
        }
    }

    /// Waits for the end of a fiber.
    void join(Fiber fiber) {
        await(
                fiber.done(),
                fiber::isFinished,
                () -> new Wait.End("the end of " + fiber.name(), List.of(fiber.actor())));
    }

    /// All that this actor did so far comes before what follows an acquisition of the token.
    void releases(Token token, boolean replaces) {
        machine.observe(new Event.Release(actor, token, replaces, span, machine.nowPs()));
    }

    void acquires(Token token) {
        machine.observe(new Event.Acquire(actor, token, span, machine.nowPs()));
    }

    /// A value that is there, for one that may not be.
    public Object force(Object value) {
        if (value instanceof Pending pending) {
            await(pending.task());
            return force(pending.value());
        }
        return value;
    }

    /// Like [#reads], for a read that another core performs.
    public void willRead(Data whole, NdArray part) {
        access(whole, part, AccessKind.READ);
    }

    /// Like [#writes], for a write that another core performs.
    public void willWrite(Data whole, NdArray part) {
        access(whole, part, AccessKind.WRITE);
    }

    /// Must be called before the elements of a part of some data are read. On a platform with time, the
    /// time of the read has passed when it returns.
    public void reads(Data whole, NdArray part) {
        access(whole, part, AccessKind.READ);
        Memory memory = whole.memory();
        if (memory != null && machine.platform().isTimed()) {
            perform(new Request.Load(Region.of(memory, part)), Core::nothing);
        }
    }

    /// Must be called after the elements of a part of some data, announced by [#willRead], have been copied into a
    /// tile. On a platform with time the tile arrives later, and the core goes on until an op [#needs] it.
    public void fetches(Data whole, NdArray part, NdArray tile) {
        Memory memory = whole.memory();
        if (memory != null && machine.platform().isTimed()) {
            perform(new Request.Fetch(Region.of(memory, part), tile), Core::nothing);
        }
    }

    /// Waits for the operands of an op that are on their way. A view of a tile is taken before the tile is there.
    public void needs(OpCall call, Object[] operands) {
        if (machine.platform().isTimed() && !(call.op().semantics() instanceof Semantics.View)) {
            for (Object operand : operands) {
                if (operand instanceof Data data && data.memory() == null) {
                    perform(new Request.Need(data.array()), Core::nothing);
                }
            }
        }
    }

    /// Must be called before the elements of a part of some data are changed; then [#wrote]. On a platform
    /// with time, the time of the write has passed when it returns.
    public void writes(Data whole, NdArray part, boolean atomic) {
        access(whole, part, atomic ? AccessKind.ADD : AccessKind.WRITE);
        Memory memory = whole.memory();
        if (memory != null && machine.platform().isTimed()) {
            perform(new Request.Store(Region.of(memory, part), atomic), Core::nothing);
        }
    }

    /// Changes a signal cell when the signal is there; what this actor did before comes before what
    /// follows a wait for the cell.
    ///
    /// @param add whether it adds to the cell or sets it
    public void signals(Data whole, NdArray cell, boolean add, String what, Runnable change) {
        int peer = memoryOf(whole).rank();
        begins();
        reaches(peer);
        machine.transfers().settle(this);
        if (machine.disturbances().hits(Disturbance.Kind.LOST_SIGNAL, this, peer)) {
            return;
        }
        if (machine.disturbances().hits(Disturbance.Kind.DELAYED_SIGNAL, this, peer)) {
            machine.transfers()
                    .delay(
                            this,
                            Region.of(memoryOf(whole), cell),
                            late -> late.signal(actor, whole, cell, add, what, change));
        } else {
            machine.transfers().follow(this, Region.of(memoryOf(whole), cell));
            signal(actor, whole, cell, add, what, change);
        }
    }

    /// Changes a signal cell.
    ///
    /// @param by whose signal it is
    private void signal(Actor by, Data whole, NdArray cell, boolean add, String what, Runnable change) {
        access(whole, cell, add ? AccessKind.SIGNAL_ADD : AccessKind.SIGNAL_SET);
        Region region = Region.of(memoryOf(whole), cell);
        if (machine.isObserved()) {
            releases(token(region), !add);
        }
        Span where = span;
        perform(new Request.Notify(region), () -> {
            memoryOf(whole).signalled(region.start(), new Wait.Touch(by, what, where));
            change.run();
        });
    }

    /// Must be called before this core reaches another rank, waits for one, or uses a pipe: it may be aborted.
    public void begins() {
        if (machine.disturbances().hits(Disturbance.Kind.ABORTED, this, rank)) {
            await(new Channel(), () -> false, Wait.Aborted::new);
        }
    }

    /// Must be called before this core reaches another rank: the link may have failed.
    public void reaches(int peer) {
        if (peer >= 0 && peer != rank && machine.disturbances().hits(Disturbance.Kind.FAILED_LINK, this, peer)) {
            throw error(
                    ExecCode.LINK_FAILED,
                    "rank " + rank + " cannot reach rank " + peer + ": the link between them has failed",
                    "on the interpreter every two ranks have one link; on a machine messages may take another way");
        }
    }

    /// Waits for a signal cell.
    ///
    /// @param what for messages, how the value compares to the expected one
    public void awaits(Data whole, NdArray cell, BooleanSupplier condition, Supplier<Wait> what) {
        begins();
        if (machine.disturbances().hits(Disturbance.Kind.SKIPPED_WAIT, this, rank)) {
            return;
        }
        Memory memory = memoryOf(whole);
        guard(memory, cell, false);
        Span where = span;
        boolean blocks = machine.isObserved() && !condition.getAsBoolean();
        if (blocks) {
            machine.observe(new Event.Block(actor, what.get(), where, machine.nowPs()));
        }
        machine.scheduler().pauseUntil(memory.writes(), condition, () -> new WaitGraph.Node(actor, what.get(), where));
        if (blocks) {
            machine.observe(new Event.Resume(actor, where, machine.nowPs()));
        }
        if (machine.isObserved()) {
            Region region = Region.of(memory, cell);
            machine.observe(new Event.Access(actor, region, AccessKind.POLL, span, machine.nowPs()));
            acquires(token(region));
        }
        if (machine.platform().isTimed()) {
            perform(new Request.Poll(Region.of(memory, cell)), Core::nothing);
        }
    }

    private static Token token(Region cell) {
        return new Token(
                Token.Kind.CELL,
                cell.memory().key() + "+" + cell.start(),
                0,
                "the cell " + cell.memory() + " at byte " + cell.start());
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

    private void access(Data whole, NdArray part, AccessKind access) {
        Memory memory = whole.memory();
        if (memory == null) {
            return;
        }
        // Signals have asked before.
        if (memory.rank() >= 0 && memory.rank() != rank && !access.isSignal()) {
            begins();
            reaches(memory.rank());
        }
        machine.scheduler().pause();
        guard(memory, part, access.writes());
        if (machine.isObserved()) {
            machine.observe(new Event.Access(actor, Region.of(memory, part), access, span, machine.nowPs()));
        }
    }

    /// Waits for the tasks of this orchestrator that use the same memory.
    private void guard(Memory memory, NdArray part, boolean write) {
        if (tasks != null && !manual) {
            tasks.beforeAccess(this, Region.of(memory, part), write);
        }
    }

    /// Notifies fibers that wait for the memory of some data that it changed.
    public void wrote(Data whole) {
        Memory memory = whole.memory();
        if (memory != null) {
            machine.scheduler().progress();
            memory.writes().changed();
        }
    }
}

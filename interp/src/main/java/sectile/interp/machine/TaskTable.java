package sectile.interp.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Region;
import sectile.base.observe.Storage;

/// The tasks of one orchestrator. A new one depends on every earlier one whose use of memory conflicts with its
/// own.
///
/// Tasks are found by the memory they use, so that one does not cost more because others run elsewhere.
final class TaskTable {
    private static final int FEW = 64;

    /// What a task does with one of its arguments.
    ///
    /// @param number the place of the task in the order of the program
    private record Entry(long number, Task task, Use use) {}

    /// The tasks that use one memory, or one result that is not there yet.
    private static final class Users {
        private final List<Entry> readers = new ArrayList<>();
        private final List<Entry> writers = new ArrayList<>();

        private void forgetDone() {
            readers.removeIf(entry -> entry.task.isDone());
            writers.removeIf(entry -> entry.task.isDone());
        }

        private boolean isEmpty() {
            return readers.isEmpty() && writers.isEmpty();
        }
    }

    private final List<Task> tasks = new ArrayList<>();
    private final IdentityHashMap<Storage, Users> ofMemory = new IdentityHashMap<>();
    private final Map<Object, Users> ofPending = new HashMap<>();
    private long added;
    private int many = FEW;

    /// The earlier tasks that must be done before these uses.
    Set<Task> conflicting(Core core, List<Use> uses, int device) {
        forgetDone(core);
        var found = new TreeMap<Long, Task>();
        for (Use mine : uses) {
            for (Entry entry : candidates(core, mine)) {
                boolean sameDevice = entry.task.device() == device;
                if (sameDevice ? mine.conflicts(entry.use) : mine.conflictsAcrossDevices(entry.use)) {
                    found.put(entry.number, entry.task);
                }
            }
        }
        return new LinkedHashSet<>(found.values());
    }

    /// What may conflict with a use. An observer also wants to know that a task which is already done comes first.
    private List<Entry> candidates(Core core, Use use) {
        Users users = users(use.place());
        if (users == null) {
            return List.of();
        }
        boolean keepsDone = core.machine().isObserved();
        if (!keepsDone) {
            users.writers.removeIf(entry -> entry.task.isDone());
        }
        if (!use.writes()) {
            return users.writers;
        }
        if (!keepsDone) {
            users.readers.removeIf(entry -> entry.task.isDone());
        }
        var all = new ArrayList<>(users.readers);
        all.addAll(users.writers);
        return all;
    }

    private @Nullable Users users(Object place) {
        return place instanceof Region region ? ofMemory.get(region.memory()) : ofPending.get(place);
    }

    void add(Task task) {
        tasks.add(task);
        added++;
        for (Use use : task.uses()) {
            Users users = use.place() instanceof Region region
                    ? ofMemory.computeIfAbsent(region.memory(), m -> new Users())
                    : ofPending.computeIfAbsent(use.place(), p -> new Users());
            (use.writes() ? users.writers : users.readers).add(new Entry(added, task, use));
        }
    }

    /// Forgets what is done now and then, so that it costs no more than the tasks did.
    private void forgetDone(Core core) {
        if (tasks.size() < many || core.machine().isObserved()) {
            return;
        }
        tasks.removeIf(Task::isDone);
        ofMemory.values().forEach(Users::forgetDone);
        ofMemory.values().removeIf(Users::isEmpty);
        ofPending.values().forEach(Users::forgetDone);
        ofPending.values().removeIf(Users::isEmpty);
        many = Math.max(FEW, 2 * tasks.size());
    }

    /// Before the orchestrator itself touches memory.
    void beforeAccess(Core core, Region region, boolean write) {
        if (tasks.isEmpty()) {
            return;
        }
        var use = new Use(region, !write, write);
        var found = new TreeMap<Long, Task>();
        for (Entry entry : candidates(core, use)) {
            if (use.conflicts(entry.use)) {
                found.put(entry.number, entry.task);
            }
        }
        found.values().forEach(core::await);
        forgetDone(core);
    }

    /// At the end of the orchestrator.
    void awaitAll(Core core) {
        for (Task task : List.copyOf(tasks)) {
            core.await(task);
        }
        tasks.clear();
        ofMemory.clear();
        ofPending.clear();
    }
}

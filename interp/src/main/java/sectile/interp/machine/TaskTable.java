package sectile.interp.machine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import sectile.base.observe.Region;

/// The tasks of one orchestrator. A new one depends on every earlier one whose use of memory conflicts with its
/// own.
final class TaskTable {
    private final List<Task> tasks = new ArrayList<>();

    /// The earlier tasks that must be done before these uses.
    Set<Task> conflicting(Core core, List<Use> uses, int device) {
        forgetDone(core);
        var found = new LinkedHashSet<Task>();
        for (Task task : tasks) {
            if (conflict(task, uses, device)) {
                found.add(task);
            }
        }
        return found;
    }

    private static boolean conflict(Task task, List<Use> uses, int device) {
        boolean sameDevice = task.device() == device;
        for (Use mine : uses) {
            for (Use theirs : task.uses()) {
                if (sameDevice ? mine.conflicts(theirs) : mine.conflictsAcrossDevices(theirs)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// An observer also wants to know that a task which is already done comes first.
    private void forgetDone(Core core) {
        if (!core.machine().isObserved()) {
            tasks.removeIf(Task::isDone);
        }
    }

    void add(Task task) {
        tasks.add(task);
    }

    /// Before the orchestrator itself touches memory.
    void beforeAccess(Core core, Region region, boolean write) {
        if (tasks.isEmpty()) {
            return;
        }
        var use = new Use(region, !write, write);
        for (Task task : List.copyOf(tasks)) {
            boolean conflicts = task.uses().stream().anyMatch(use::conflicts);
            if (conflicts) {
                core.await(task);
            }
        }
        forgetDone(core);
    }

    /// At the end of the orchestrator.
    void awaitAll(Core core) {
        for (Task task : List.copyOf(tasks)) {
            core.await(task);
        }
        tasks.clear();
    }
}

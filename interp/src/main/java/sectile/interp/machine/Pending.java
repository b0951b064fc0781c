package sectile.interp.machine;

/// A result of a task that may not have run yet.
public record Pending(Task task, int index) {
    /// The value, once the task is done.
    Object value() {
        return task.result(index);
    }

    @Override
    public boolean equals(java.lang.@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Pending that && task == that.task && index == that.index;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(task) * 31 + index;
    }
}

package sectile.interp.machine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Actor;
import sectile.interp.schedule.Channel;

/// Something that runs on its own once what it depends on is done.
public final class Task {
    private final long id;
    private final String name;
    private final int device;
    private final List<Use> uses;
    private final Set<Task> dependencies = new LinkedHashSet<>();
    private final Channel ended = new Channel();
    private @Nullable Actor actor;
    private Object[] results = {};
    private boolean done;

    Task(long id, String name, int device, List<Use> uses) {
        this.id = id;
        this.name = name;
        this.device = device;
        this.uses = new ArrayList<>(uses);
    }

    public long id() {
        return id;
    }

    public String name() {
        return name;
    }

    public boolean isDone() {
        return done;
    }

    int device() {
        return device;
    }

    List<Use> uses() {
        return uses;
    }

    Set<Task> dependencies() {
        return dependencies;
    }

    Channel ended() {
        return ended;
    }

    void runsAs(Actor newActor) {
        actor = newActor;
    }

    @Nullable
    Actor actor() {
        return actor;
    }

    void end(Object[] values) {
        results = values;
        done = true;
        ended.changed();
    }

    Object result(int index) {
        if (!done) {
            throw new IllegalStateException("task " + id + " is not done");
        }
        return results[index];
    }

    @Override
    public String toString() {
        return "task " + id + " (" + name + ")";
    }
}

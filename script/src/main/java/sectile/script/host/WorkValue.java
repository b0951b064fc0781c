package sectile.script.host;

import sectile.dist.group.Work;
import sectile.python.value.None;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;

/// A collective in progress.
record WorkValue(Work work, Runnable done) implements HostValue {
    private static final Members<WorkValue> MEMBERS = new Members<WorkValue>("a work")
            .method("wait", "", (value, a) -> {
                value.work.await();
                value.done.run();
                return None.NONE;
            })
            .method("is_completed", "", (value, a) -> value.work.isDone());

    @Override
    public String kind() {
        return "a work";
    }

    @Override
    public Object member(String name, Place at) {
        return MEMBERS.of(this, name, at);
    }
}

package sectile.script.host;

import sectile.dist.group.ProcessGroup;
import sectile.python.value.ListValue;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;

/// A group of ranks.
record GroupValue(ProcessGroup group) implements HostValue {
    private static final Members<GroupValue> MEMBERS = new Members<GroupValue>("a group")
            .method("rank", "", (value, a) -> (long) value.group.rank())
            .method("size", "", (value, a) -> (long) value.group.size())
            .attribute(
                    "ranks",
                    value -> new ListValue(value.group.ranks().stream()
                            .map(rank -> (Object) (long) rank)
                            .toArray()));

    @Override
    public String kind() {
        return "a group";
    }

    @Override
    public Object member(String name, Place at) {
        return MEMBERS.of(this, name, at);
    }

    @Override
    public String toString() {
        return "group " + group.name();
    }
}

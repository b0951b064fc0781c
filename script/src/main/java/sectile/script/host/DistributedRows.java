package sectile.script.host;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.group.Distributed;
import sectile.dist.group.ProcessGroup;
import sectile.dist.group.Work;
import sectile.python.value.None;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// `torch.distributed.…`: process groups and collectives.
final class DistributedRows {
    private static final String MODULE = "torch.distributed.";

    private final Session session;

    DistributedRows(Session session) {
        this.session = session;
    }

    List<Row> all() {
        return List.of(
                Row.action(MODULE + "init_process_group", "backend='ahbm', world_size=None, rank=None", this::init),
                Row.of(MODULE + "is_initialized", "", a -> distributed().isInitialized()),
                Row.action(
                        MODULE + "destroy_process_group", "", a -> distributed().destroyProcessGroup()),
                Row.of(MODULE + "get_backend", "", a -> {
                    distributed().worldSize();
                    return "ahbm";
                }),
                Row.of(MODULE + "get_rank", "group=None", a -> (long) a.group("group")
                        .map(group -> group.group().rank())
                        .orElseGet(() -> distributed().rank())),
                Row.of(MODULE + "get_world_size", "group=None", a -> (long) group(a).size()),
                Row.of(
                        MODULE + "new_group",
                        "ranks",
                        a -> new GroupValue(distributed().newGroup(a.ranks("ranks")))),
                Row.of(
                        MODULE + "all_reduce",
                        "tensor, op='sum', group=None, async_op=False",
                        a -> done(a, group(a).allReduceAsync(a.tensor("tensor"), a.op("op")))),
                gather("all_gather_into_tensor"),
                gather("all_gather"),
                scatter("reduce_scatter_tensor"),
                scatter("reduce_scatter"),
                Row.of(
                        MODULE + "broadcast",
                        "tensor, src, group=None, async_op=False",
                        a -> done(a, group(a).broadcastAsync(a.tensor("tensor"), a.count("src")))),
                Row.of(
                        MODULE + "reduce",
                        "tensor, dst, op='sum', group=None, async_op=False",
                        a -> done(a, group(a).reduceAsync(a.tensor("tensor"), a.count("dst"), a.op("op")))),
                toAll("all_to_all_single"),
                toAll("all_to_all"),
                Row.of(MODULE + "barrier", "group=None, async_op=False", a -> done(a, group(a).barrierAsync())),
                Row.action(MODULE + "send", "tensor, dst", a -> {
                    distributed().send(a.tensor("tensor"), a.count("dst"));
                    session.collectiveDone();
                }),
                Row.action(MODULE + "recv", "tensor, src", a -> {
                    distributed().recv(a.tensor("tensor"), a.count("src"));
                    session.collectiveDone();
                }),
                Row.of(
                        MODULE + "isend",
                        "tensor, dst",
                        a -> new WorkValue(
                                distributed().sendAsync(a.tensor("tensor"), a.count("dst")), session::collectiveDone)),
                Row.of(
                        MODULE + "irecv",
                        "tensor, src",
                        a -> new WorkValue(
                                distributed().recvAsync(a.tensor("tensor"), a.count("src")), session::collectiveDone)),
                Row.action(
                        MODULE + "cooperative_yield", "", a -> session.cluster().cooperativeYield()));
    }

    private Row gather(String name) {
        return Row.of(
                MODULE + name,
                "output, input, group=None, async_op=False",
                a -> done(a, group(a).allGatherAsync(a.tensor("output"), a.tensor("input"))));
    }

    private Row scatter(String name) {
        return Row.of(
                MODULE + name,
                "output, input, op='sum', group=None, async_op=False",
                a -> done(a, group(a).reduceScatterAsync(a.tensor("output"), a.tensor("input"), a.op("op"))));
    }

    private Row toAll(String name) {
        return Row.of(
                MODULE + name,
                "output, input, group=None, async_op=False",
                a -> done(a, group(a).allToAllAsync(a.tensor("output"), a.tensor("input"))));
    }

    private Distributed distributed() {
        return session.cluster().distributed();
    }

    private ProcessGroup group(Bound a) {
        Optional<GroupValue> given = a.group("group");
        return given.isPresent() ? given.get().group() : distributed().world();
    }

    private void init(Bound a) {
        if (a.has("rank")) {
            throw Problems.at(
                    a.span("rank"),
                    TextCode.HOST_CALL,
                    "one program drives all ranks here: `init_process_group` takes no rank",
                    "a worker's rank is the first argument that spawn gives it");
        }
        CclConfig config = session.algorithms().config();
        OptionalInt ranks =
                a.has("world_size") ? OptionalInt.of(a.count("world_size")) : config.ranks(Collective.ALL_REDUCE);
        distributed()
                .initProcessGroup(
                        a.text("backend"), config, session.algorithms().registries(), ranks);
    }

    /// Waits for a collective, unless the caller does so itself.
    private Object done(Bound a, Work work) {
        if (a.flag("async_op")) {
            return new WorkValue(work, session::collectiveDone);
        }
        work.await();
        session.collectiveDone();
        return None.NONE;
    }
}

package sectile.dist.group;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.limit.Limits;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.ccl.Task;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.kernel.Tl;
import sectile.sim.topology.Topology;

/// What the kernels of a collective do, rank by rank, written down without a machine.
///
/// @param ranks by rank, its actions in order
/// @param inPlace whether the result replaces the input; there is no other output then
public record CollectiveTrace(List<List<Action>> ranks, boolean inPlace) {
    public CollectiveTrace {
        ranks = ranks.stream().map(List::copyOf).toList();
    }

    /// One thing that a rank does. Values are numbered from 0 in the order in which the rank gets them.
    public sealed interface Action {}

    /// Reads memory.
    public record Load(int value, Region from) implements Action {}

    /// Gets the next message of a queue.
    public record Receive(int value, Link from, long elements) implements Action {}

    /// Combines two values.
    public record Combine(int value, int a, int b) implements Action {}

    /// Writes a value to memory.
    public record Store(int value, Region to) implements Action {}

    /// Sends a value.
    public record Send(int value, Link to) implements Action {}

    /// A queue from or to another rank.
    ///
    /// @param channel which of the queues in this direction between the two
    public record Link(int rank, int channel) {}

    /// Elements of the input or the output of a rank.
    public record Region(boolean output, long first, long elements) {}

    /// Writes down a collective of all SIPs of a machine.
    ///
    /// @param elements of each rank's input
    /// @throws sectile.base.diag.DiagnosticException DIST-430 with the reason if it cannot be written down
    public static CollectiveTrace of(
            Topology topology,
            Registries registries,
            AlgorithmSettings settings,
            Collective collective,
            DType dtype,
            ReduceOp op,
            long elements) {
        boolean inPlace = switch (collective) {
            case ALL_REDUCE, BROADCAST, REDUCE -> true;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> false;
            case BARRIER, SEND_RECV ->
                throw GroupErrors.notTraceable("a " + collective.text() + " is not a collective of the published form");
        };
        var team = new Team(
                "trace", topology, IntStream.range(0, topology.sips()).boxed().toList());
        Communicator.Planned planned = Communicator.plan(registries, team, settings, Limits.none());
        if (!planned.algorithm().collectives().contains(collective)) {
            throw GroupErrors.notTraceable("it does not do " + collective.text());
        }
        int segment = Communicator.segment(settings, planned.plan(), dtype);
        int slots = planned.plan().config().slots();
        var task = new Task(collective, elements, dtype, 0, segment, slots);
        var ranks = new ArrayList<List<Action>>();
        for (int rank = 0; rank < team.size(); rank++) {
            List<Place> places = planned.mapper().places(topology, team.sip(rank));
            if (places.size() != 1) {
                throw GroupErrors.notTraceable(
                        "it uses " + places.size()
                                + " PEs for each rank, each with an array of its own, and the form knows one memory for each rank");
            }
            var args = new CollectiveArgs(
                    TracedRank.INPUT,
                    elements,
                    inPlace ? TracedRank.INPUT : TracedRank.OUTPUT,
                    dtype,
                    op,
                    rank,
                    team.size(),
                    segment,
                    slots,
                    0,
                    planned.algorithm().extra(collective, team, settings, elements, rank));
            var traced = new TracedRank(args, places.getFirst(), planned.plan(), team.sips());
            planned.algorithm().kernel(task).run(new Tl(traced), args.toArgs());
            ranks.add(traced.actions());
        }
        return new CollectiveTrace(ranks, inPlace);
    }
}

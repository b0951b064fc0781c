package sectile.dist.ccl;

import java.util.List;
import java.util.Set;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;

/// A way to carry out a collective: a kernel, and what it is told beyond the usual.
///
/// Every participating PE runs the kernel with the arguments that [CollectiveArgs] describes; [#extra] adds to
/// them.
public interface Algorithm {
    /// What it can do.
    Set<Collective> collectives();

    Kernel kernel();

    /// The kernel of one call; the same for all ranks.
    default Kernel kernel(Task task) {
        return kernel();
    }

    /// The algorithm for the ranks of one group; one that has something to prepare for them does it here.
    default Algorithm forTeam(Team team, Mapper mapper, AlgorithmSettings settings) {
        return this;
    }

    /// Whose elements it brings together, by which its results are checked. It makes a difference only where several
    /// PEs of a rank take part.
    default Combination combination() {
        return Combination.RANKS;
    }

    /// Whether it stands for the fastest there is: built-in algorithms are tried beside it on a machine of their own,
    /// and the fastest of all carries the call out.
    default boolean isTriedAgainstOthers() {
        return false;
    }

    /// Whether it may be faster for a team than those that are tried otherwise, so that it is tried, too.
    default boolean isWorthTrying(Team team) {
        return true;
    }

    /// Further arguments, the same for all PEs: longs, doubles and strings.
    default List<Object> extra(Collective collective, Team team, AlgorithmSettings settings) {
        return List.of();
    }

    /// The same for an algorithm whose arguments depend on how much there is to do.
    ///
    /// @param elements of one participant's input
    default List<Object> extra(Collective collective, Team team, AlgorithmSettings settings, long elements) {
        return extra(collective, team, settings);
    }

    /// The same for an algorithm whose arguments differ from rank to rank.
    default List<Object> extra(Collective collective, Team team, AlgorithmSettings settings, long elements, int rank) {
        return extra(collective, team, settings, elements);
    }

    /// Whether [#wiring] is asked even where its entry names a topology, which it then builds on.
    default boolean changesTopology() {
        return false;
    }

    /// The queues it wants when its entry says `topology: none`.
    default Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        throw CclErrors.needsTopology(settings.name());
    }
}

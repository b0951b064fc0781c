package sectile.dist.group;

import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import sectile.sim.machine.LaunchResult;

/// One collective of a group, from the first rank that joins to the last that is done.
final class Epoch {
    private final String group;
    private final long number;
    private final Call call;
    private final int firstRank;
    /// Of the world, by the group's own numbers.
    private final List<Integer> ranks;
    private final SequencedMap<Integer, Work> joined = new TreeMap<>();
    private int done;

    Epoch(String group, long number, Call call, int firstRank, List<Integer> ranks) {
        this.group = group;
        this.number = number;
        this.call = call;
        this.firstRank = firstRank;
        this.ranks = ranks;
    }

    Call call() {
        return call;
    }

    int firstRank() {
        return firstRank;
    }

    void join(int rank, Work work) {
        joined.put(rank, work);
    }

    boolean hasJoined(int rank) {
        return joined.containsKey(rank);
    }

    /// Who has not joined, as ranks of the world.
    List<Integer> missing() {
        return ranksWhere(rank -> !joined.containsKey(rank));
    }

    /// Who has joined, as ranks of the world.
    List<Integer> present() {
        return ranksWhere(joined::containsKey);
    }

    private List<Integer> ranksWhere(IntPredicate condition) {
        return IntStream.range(0, ranks.size())
                .filter(condition)
                .map(ranks::get)
                .sorted()
                .boxed()
                .toList();
    }

    /// What was begun will never finish.
    void abandon() {
        joined.values().forEach(Work::abandon);
    }

    /// One more rank is done; gives whether it was the last one.
    boolean oneDone() {
        done++;
        return done == ranks.size();
    }

    /// From the first rank's call to the last rank's knowledge that it is done.
    LaunchResult timing() {
        List<LaunchResult> results = joined.values().stream().map(Work::result).toList();
        return new LaunchResult(
                results.stream().mapToLong(LaunchResult::submittedPs).min().orElse(0),
                results.stream().mapToLong(LaunchResult::completedPs).max().orElse(0),
                results.stream().mapToLong(LaunchResult::firstStartPs).min().orElse(0),
                results.stream().mapToLong(LaunchResult::lastEndPs).max().orElse(0));
    }

    /// The epoch in a message, like `all_reduce(sum) of 8 f16 by ring (collective 3 of group world)`.
    @Override
    public String toString() {
        return call + " (collective " + number + " of group " + group + ")";
    }

    static String ranks(List<Integer> ranks) {
        String listed = ranks.stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "));
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + listed
                + (ranks.size() > 8 ? " and " + (ranks.size() - 8) + " more" : "");
    }
}

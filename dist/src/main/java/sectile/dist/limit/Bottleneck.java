package sectile.dist.limit;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.CutMark;
import sectile.sim.topology.LinkPlace;

/// What limits a collective of large arrays.
///
/// @param gbs the most that its size over its time can be
/// @param groups the SIPs on the sides of the cut: the smaller side of two, or all groups of an all-reduce with more.
///     Empty if nothing limits it, or if all links or several cuts together do
/// @param links between the groups and the others
/// @param reached a rate that links can be shared for; less than the most where that is not known to be exact, and 0
///     where none is known
public record Bottleneck(
        Collective collective, double gbs, List<Set<Integer>> groups, Set<LinkPlace> links, double reached) {
    /// A distance that is not worth a word.
    private static final double NEARLY = 0.005;

    private static final double ROUNDING = 2e-6;

    public Bottleneck {
        groups = groups.stream().<Set<Integer>>map(Set::copyOf).toList();
        links = Set.copyOf(links);
    }

    /// One that is exact.
    Bottleneck(Collective collective, double gbs, List<Set<Integer>> groups, Set<LinkPlace> links) {
        this(collective, gbs, groups, links, gbs);
    }

    /// With what is known to be possible.
    Bottleneck reaching(double rate) {
        return new Bottleneck(collective, gbs, groups, links, rate >= gbs * (1 - ROUNDING) ? gbs : rate);
    }

    /// Whether it is known that no bound is less.
    boolean isExact() {
        return reached >= gbs;
    }

    /// `the 4 links around SIPs 0, 1, 2`, and how far above what is possible the bound may be.
    public String describe() {
        return limit() + distance();
    }

    private String distance() {
        if (Double.isInfinite(gbs) || reached >= gbs * (1 - NEARLY)) {
            return "";
        }
        return reached == 0
                ? " (it is not known whether this can be reached)"
                : String.format(Locale.ROOT, " (at most %.1f %% above what is possible)", 100 * (gbs / reached - 1));
    }

    private String limit() {
        String count = links.size() == 1 ? "the link " : "the " + links.size() + " links ";
        if (groups.isEmpty()) {
            return links.isEmpty()
                    ? "nothing"
                    : collective == Collective.ALL_TO_ALL ? "all links together" : count + "of several cuts";
        }
        if (links.isEmpty()) {
            return "no working link leads to or from " + sips(groups.getFirst());
        }
        if (groups.size() > 2 && groups.stream().allMatch(group -> group.size() == 1)) {
            return count + "between all SIPs";
        }
        return groups.size() == 1
                ? count + "around " + sips(groups.getFirst())
                : count + "between " + groups.size() + " groups of SIPs";
    }

    private static String sips(Set<Integer> sips) {
        String listed =
                new TreeSet<>(sips).stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "));
        String more = sips.size() > 8 ? " and " + (sips.size() - 8) + " more" : "";
        return (sips.size() == 1 ? "SIP " : "SIPs ") + listed + more;
    }

    /// For a drawing; the SIPs of the smallest group are marked.
    public CutMark mark() {
        Set<Integer> smallest = groups.stream()
                .min((a, b) -> Integer.compare(a.size(), b.size()))
                .orElse(Set.of());
        return new CutMark(
                collective.text() + " is limited by " + limit(), groups.size() == 1 ? smallest : Set.of(), links);
    }
}

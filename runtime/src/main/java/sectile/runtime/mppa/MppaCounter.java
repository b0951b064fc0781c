package sectile.runtime.mppa;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.runtime.problem.RunCode;

/// A counter of the PEs: `cpu-time` is the sum over all PEs, `cpu-time@0.3` that of PE 3 of cluster 0,
/// `cpu-time@0` that of cluster 0, and `cpu-time:max` the largest of all PEs. Reductions are `sum`, `mean`, `min`
/// and `max`.
///
/// @param text as the user wrote it
/// @param cluster -1 means the one that the program runs on
/// @param pe -1 means all of the cluster
public record MppaCounter(String text, String name, int cluster, int pe, Reduction reduction) {
    /// How many can be counted at the same time.
    public static final int MOST = 7;

    private static final Pattern FORM =
            Pattern.compile("(?<name>[a-z][a-z0-9-]*)(@(?<cluster>\\d)(\\.(?<pe>\\d{1,2}))?)?(:(?<reduction>[a-z]+))?");

    /// How the numbers of several PEs become one.
    public enum Reduction {
        SUM,
        MEAN,
        MIN,
        MAX;

        double of(double[] values) {
            DoubleStream all = Arrays.stream(values);
            return switch (this) {
                case SUM -> all.sum();
                case MEAN -> all.average().orElse(0);
                case MIN -> all.min().orElse(0);
                case MAX -> all.max().orElse(0);
            };
        }
    }

    /// Reads names of counters.
    ///
    /// @throws DiagnosticException RUN-364 when one is written wrongly, or there are more than [#MOST]
    public static List<MppaCounter> parse(List<String> texts) {
        if (texts.size() > MOST) {
            throw wrong(texts.size() + " counters cannot be counted at the same time", "at most " + MOST);
        }
        return texts.stream().map(MppaCounter::parse).toList();
    }

    private static MppaCounter parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw wrong(
                    "`" + text + "` is not a counter",
                    "NAME, NAME@CLUSTER, NAME@CLUSTER.PE, each with :sum, :mean, :min or :max");
        }
        int cluster = number(matcher.group("cluster"));
        int pe = number(matcher.group("pe"));
        if (cluster >= MppaDevice.CLUSTERS || pe >= MppaDevice.PES) {
            throw wrong(
                    "`" + text + "` is a counter of a PE that there is not",
                    MppaDevice.CLUSTERS + " clusters with " + MppaDevice.PES + " PEs each, both counted from 0");
        }
        String reduction = matcher.group("reduction");
        for (Reduction one : Reduction.values()) {
            if (reduction == null || one.name().toLowerCase(Locale.ROOT).equals(reduction)) {
                return new MppaCounter(text, matcher.group("name"), cluster, pe, one);
            }
        }
        throw wrong("`" + reduction + "` is not a reduction of counters", "sum, mean, min or max");
    }

    private static int number(@Nullable String digits) {
        return digits == null ? -1 : Integer.parseInt(digits);
    }

    private static DiagnosticException wrong(String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(RunCode.MPPA_COUNTER, Span.none(), message).hint(hint));
    }

    /// The number that it stands for.
    ///
    /// @param values of every PE of the cluster
    double of(double[] values) {
        return pe >= 0 ? values[pe] : reduction.of(values);
    }
}

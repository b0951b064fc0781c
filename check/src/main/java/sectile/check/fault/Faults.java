package sectile.check.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.check.problem.CheckCode;
import sectile.sim.Place;
import sectile.sim.machine.Fault;

/// What goes wrong in a run.
///
/// @param all in the order in which they are written
public record Faults(List<One> all) {
    private static final Pattern ABORTS = Pattern.compile("rank (\\d{1,6}) aborts(?: at (\\d{1,9}))?");
    private static final Pattern SLOW = Pattern.compile("rank (\\d{1,6}) slow");
    private static final Pattern LINK = Pattern.compile("link (\\d{1,6})-(\\d{1,6}) failed(?: at (\\d{1,12}) ?ns)?");
    private static final Pattern LOST =
            Pattern.compile("(message|receive|credit) (?:(\\d{1,9}) )?of rank (\\d{1,6}) lost");

    private static final String EXPECTED = "`rank R aborts [at N]`, `rank R slow`, `link A-B failed [at TIME ns]`,"
            + " `message [N] of rank R lost`, `receive [N] of rank R lost` or `credit [N] of rank R lost`";

    public Faults {
        all = List.copyOf(all);
    }

    /// One thing that goes wrong.
    public sealed interface One {
        /// The highest rank that it names.
        int rank();
    }

    /// A rank ends before it uses a queue.
    ///
    /// @param use which use of its queues, from 0
    public record Aborts(int rank, long use) implements One {}

    /// A rank continues only when nothing else can.
    public record Slow(int rank) implements One {}

    /// A link carries nothing more.
    public record FailedLink(int a, int b, long atNs) implements One {
        @Override
        public int rank() {
            return Math.max(a, b);
        }

        /// As a setting of the topology.
        public String setting() {
            return "{between: [" + a + ", " + b + "], at_ns: " + atNs + "}";
        }
    }

    /// A message, a receive or a credit is left out.
    ///
    /// @param number which one of the rank, from 0; [Fault#EVERY] for all
    public record Lost(Fault.Kind kind, int rank, long number) implements One {}

    /// Reads faults, separated by commas. What is wrong is reported as CHECK-130.
    public static Faults parse(String text, Span span, Diagnostics problems) {
        var all = new ArrayList<One>();
        for (String part : text.split(",", -1)) {
            One one = one(part.strip().replaceAll("\\s+", " "));
            if (one == null) {
                problems.add(Diagnostic.error(CheckCode.NOT_A_FAULT, span, "`" + part.strip() + "` is not a fault")
                        .hint("write " + EXPECTED + "; separate several by commas"));
            } else {
                all.add(one);
            }
        }
        return new Faults(all);
    }

    private static @org.jspecify.annotations.Nullable One one(String text) {
        Matcher aborts = ABORTS.matcher(text);
        if (aborts.matches()) {
            return new Aborts(number(aborts, 1), number(aborts.group(2), 0));
        }
        Matcher slow = SLOW.matcher(text);
        if (slow.matches()) {
            return new Slow(number(slow, 1));
        }
        Matcher link = LINK.matcher(text);
        if (link.matches()) {
            return new FailedLink(number(link, 1), number(link, 2), number(link.group(3), 0));
        }
        Matcher lost = LOST.matcher(text);
        if (lost.matches()) {
            Fault.Kind kind = lost.group(1).equals("message")
                    ? Fault.Kind.LOST_MESSAGE
                    : lost.group(1).equals("receive") ? Fault.Kind.SKIPPED_RECEIVE : Fault.Kind.LOST_CREDIT;
            return new Lost(kind, number(lost, 3), number(lost.group(2), Fault.EVERY));
        }
        return null;
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    private static long number(@org.jspecify.annotations.Nullable String digits, long otherwise) {
        return digits == null ? otherwise : Long.parseLong(digits);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// Reports ranks that do not exist.
    public void check(int ranks, Span span, Diagnostics problems) {
        for (One one : all) {
            // Links are those of the machine, which says itself what it does not have.
            if (!(one instanceof FailedLink) && one.rank() >= ranks) {
                problems.add(Diagnostic.error(
                                CheckCode.NOT_A_FAULT, span, "there is no rank " + one.rank() + " among " + ranks)
                        .hint("ranks are counted from 0; --ranks says how many there are"));
            }
        }
    }

    /// What goes wrong on PEs.
    ///
    /// @param places the PE of a rank
    public List<Fault> onMachine(IntFunction<Place> places) {
        var found = new ArrayList<Fault>();
        for (One one : all) {
            switch (one) {
                case Aborts aborts ->
                    found.add(new Fault(Fault.Kind.ABORTED, places.apply(aborts.rank()), aborts.use()));
                case Lost lost -> found.add(new Fault(lost.kind(), places.apply(lost.rank()), lost.number()));
                case Slow s -> {}
                case FailedLink f -> {}
            }
        }
        return found;
    }

    /// Settings of the topology: links that fail.
    public List<String> settings() {
        List<String> links = all.stream()
                .filter(FailedLink.class::isInstance)
                .map(one -> ((FailedLink) one).setting())
                .toList();
        return links.isEmpty() ? List.of() : List.of("system.links.failed=[" + String.join(", ", links) + "]");
    }

    /// The ranks that are slow.
    public List<Integer> slow() {
        return all.stream().filter(Slow.class::isInstance).map(One::rank).toList();
    }
}

package sectile.check.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.order.Order;
import sectile.check.problem.CheckCode;
import sectile.interp.machine.Disturbance;
import sectile.sim.Place;
import sectile.sim.machine.Fault;

/// What goes wrong in a run.
///
/// @param all in the order in which they are written
public record Faults(List<One> all) {
    private static final String TIME = "(\\d{1,12}) ?ns";
    private static final Pattern ABORTS = Pattern.compile("rank (\\d{1,6}) aborts(?: at (\\d{1,9}))?");
    private static final Pattern SLOW = Pattern.compile("rank (\\d{1,6}) slow");
    private static final Pattern FAILED_LINK =
            Pattern.compile("link (\\d{1,6})-(\\d{1,6}) failed(?: at " + TIME + ")?");
    private static final Pattern SLOW_LINK = Pattern.compile("link (\\d{1,6})-(\\d{1,6}) slow(?: by " + TIME + ")?");
    private static final Pattern LOST =
            Pattern.compile("(message|signal|receive|wait|credit) (?:(\\d{1,9}) )?of rank (\\d{1,6}) lost");
    private static final Pattern DELAYED =
            Pattern.compile("(?:message|signal) (?:(\\d{1,9}) )?of rank (\\d{1,6}) delayed(?: by " + TIME + ")?");

    /// What is late where no time is given: longer than collectives take that are verified.
    private static final long LATE_NS = 100_000;

    private static final long PS_PER_NS = 1000;

    /// No time was given.
    private static final long UNTIMED = -1;

    /// What can be written, for messages and for the help.
    public static final String FORMS = "`rank R aborts [at N]`, `rank R slow`, `link A-B failed [at TIME ns]`,"
            + " `link A-B slow [by TIME ns]`, `message [N] of rank R lost`, `message [N] of rank R delayed [by TIME ns]`,"
            + " `receive [N] of rank R lost`, `credit [N] of rank R lost`; `signal` means `message`, and `wait` means"
            + " `receive`";

    public Faults {
        all = List.copyOf(all);
    }

    /// One thing that goes wrong.
    public sealed interface One {
        /// The highest rank that it names.
        int rank();

        /// Whether a time is given.
        default boolean isTimed() {
            return false;
        }
    }

    /// A rank ends before it uses a queue.
    ///
    /// @param use which use of its queues, from 0
    public record Aborts(int rank, long use) implements One {}

    /// A rank continues only when nothing else can.
    public record Slow(int rank) implements One {}

    /// A link carries nothing more.
    ///
    /// @param atNs since when
    public record FailedLink(int a, int b, long atNs) implements One {
        @Override
        public int rank() {
            return Math.max(a, b);
        }

        @Override
        public boolean isTimed() {
            return atNs != UNTIMED;
        }
    }

    /// What a link carries is late.
    ///
    /// @param byNs how long it takes
    public record SlowLink(int a, int b, long byNs) implements One {
        @Override
        public int rank() {
            return Math.max(a, b);
        }

        @Override
        public boolean isTimed() {
            return byNs != UNTIMED;
        }
    }

    /// What of a rank is left out.
    public enum What {
        MESSAGE(Fault.Kind.LOST_MESSAGE, Disturbance.Kind.LOST_SIGNAL),
        RECEIVE(Fault.Kind.SKIPPED_RECEIVE, Disturbance.Kind.SKIPPED_WAIT),
        CREDIT(Fault.Kind.LOST_CREDIT, Disturbance.Kind.LOST_CREDIT);

        private final Fault.Kind onMachine;
        private final Disturbance.Kind onInterpreter;

        What(Fault.Kind onMachine, Disturbance.Kind onInterpreter) {
            this.onMachine = onMachine;
            this.onInterpreter = onInterpreter;
        }

        private static What of(String word) {
            return switch (word) {
                case "message", "signal" -> MESSAGE;
                case "receive", "wait" -> RECEIVE;
                default -> CREDIT;
            };
        }
    }

    /// A message, a receive or a credit is left out.
    ///
    /// @param number which one of the rank, from 0; [Fault#EVERY] for all
    public record Lost(What what, int rank, long number) implements One {}

    /// A message is late.
    ///
    /// @param number which one of the rank, from 0; [Fault#EVERY] for all
    public record Delayed(int rank, long number, long byNs) implements One {
        @Override
        public boolean isTimed() {
            return byNs != UNTIMED;
        }
    }

    /// Reads faults, separated by commas. What is wrong is reported as CHECK-130.
    public static Faults parse(String text, Span span, Diagnostics problems) {
        var all = new ArrayList<One>();
        for (String part : text.split(",", -1)) {
            One one = one(part.strip().replaceAll("\\s+", " "));
            if (one == null) {
                problems.add(Diagnostic.error(CheckCode.NOT_A_FAULT, span, "`" + part.strip() + "` is not a fault")
                        .hint("write " + FORMS + "; separate several by commas"));
            } else {
                all.add(one);
            }
        }
        return new Faults(all);
    }

    private static @Nullable One one(String text) {
        Matcher aborts = ABORTS.matcher(text);
        if (aborts.matches()) {
            return new Aborts(number(aborts, 1), number(aborts.group(2), 0));
        }
        Matcher slow = SLOW.matcher(text);
        if (slow.matches()) {
            return new Slow(number(slow, 1));
        }
        Matcher failed = FAILED_LINK.matcher(text);
        if (failed.matches()) {
            return new FailedLink(number(failed, 1), number(failed, 2), number(failed.group(3), UNTIMED));
        }
        Matcher slowLink = SLOW_LINK.matcher(text);
        if (slowLink.matches()) {
            return new SlowLink(number(slowLink, 1), number(slowLink, 2), number(slowLink.group(3), UNTIMED));
        }
        Matcher lost = LOST.matcher(text);
        if (lost.matches()) {
            return new Lost(What.of(lost.group(1)), number(lost, 3), number(lost.group(2), Fault.EVERY));
        }
        Matcher delayed = DELAYED.matcher(text);
        if (delayed.matches()) {
            return new Delayed(
                    number(delayed, 2), number(delayed.group(1), Fault.EVERY), number(delayed.group(3), UNTIMED));
        }
        return null;
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    private static long number(@Nullable String digits, long otherwise) {
        return digits == null ? otherwise : Long.parseLong(digits);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// Reports ranks that do not exist among those of kernels on a machine.
    public void check(int ranks, Span span, Diagnostics problems) {
        for (One one : all) {
            // Links are those of the machine, which says itself what it does not have.
            if (!isLink(one)) {
                check(one, ranks, span, problems);
            }
        }
    }

    /// Reports what the interpreter does not have: ranks, links, and times.
    public void checkOnInterpreter(int ranks, Span span, Diagnostics problems) {
        for (One one : all) {
            check(one, ranks, span, problems);
            if ((one instanceof FailedLink failed && failed.a() == failed.b())
                    || (one instanceof SlowLink slow && slow.a() == slow.b())) {
                problems.add(
                        Diagnostic.error(CheckCode.NOT_A_FAULT, span, "rank " + one.rank() + " has no link to itself")
                                .hint("name two ranks"));
            }
            if (one.isTimed()) {
                problems.add(Diagnostic.error(
                                CheckCode.NOT_A_FAULT,
                                span,
                                "a tile program runs on the interpreter, which has no time")
                        .hint("leave the time out: every order is tried"));
            }
        }
    }

    private static boolean isLink(One one) {
        return one instanceof FailedLink || one instanceof SlowLink;
    }

    private static void check(One one, int ranks, Span span, Diagnostics problems) {
        if (one.rank() >= ranks) {
            problems.add(
                    Diagnostic.error(CheckCode.NOT_A_FAULT, span, "there is no rank " + one.rank() + " among " + ranks)
                            .hint("ranks are counted from 0; --ranks says how many there are"));
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
                case Lost lost -> found.add(new Fault(lost.what().onMachine, places.apply(lost.rank()), lost.number()));
                case Delayed late ->
                    found.add(new Fault(
                            Fault.Kind.DELAYED_MESSAGE,
                            places.apply(late.rank()),
                            "",
                            late.number(),
                            PS_PER_NS * (late.isTimed() ? late.byNs() : LATE_NS)));
                case Slow s -> {}
                case FailedLink f -> {}
                case SlowLink s -> {}
            }
        }
        return found;
    }

    /// What goes wrong on the interpreter, where every two ranks are joined by a link. A slow one delays the signals
    /// between them.
    public List<Disturbance> onInterpreter() {
        var found = new ArrayList<Disturbance>();
        for (One one : all) {
            switch (one) {
                case Aborts aborts -> found.add(new Disturbance(Disturbance.Kind.ABORTED, aborts.rank(), aborts.use()));
                case Lost lost -> found.add(new Disturbance(lost.what().onInterpreter, lost.rank(), lost.number()));
                case Delayed late ->
                    found.add(new Disturbance(Disturbance.Kind.DELAYED_SIGNAL, late.rank(), late.number()));
                case FailedLink link ->
                    found.add(new Disturbance(Disturbance.Kind.FAILED_LINK, link.a(), link.b(), Disturbance.EVERY));
                case SlowLink link ->
                    found.add(new Disturbance(Disturbance.Kind.DELAYED_SIGNAL, link.a(), link.b(), Disturbance.EVERY));
                case Slow s -> {}
            }
        }
        return found;
    }

    /// Settings of the topology: links that fail or are slow.
    public List<String> settings() {
        var failed = new ArrayList<String>();
        var different = new ArrayList<String>();
        for (One one : all) {
            if (one instanceof FailedLink link) {
                failed.add("{between: [" + link.a() + ", " + link.b() + "], at_ns: "
                        + (link.isTimed() ? link.atNs() : 0) + "}");
            } else if (one instanceof SlowLink link) {
                different.add("{between: [" + link.a() + ", " + link.b() + "], latency_ns: "
                        + (link.isTimed() ? link.byNs() : LATE_NS) + "}");
            }
        }
        var settings = new ArrayList<String>();
        if (!failed.isEmpty()) {
            settings.add("system.links.failed=[" + String.join(", ", failed) + "]");
        }
        if (!different.isEmpty()) {
            settings.add("system.links.different=[" + String.join(", ", different) + "]");
        }
        return settings;
    }

    /// The order in which all that is slow or late comes last; empty if nothing is.
    ///
    /// @param isOf whether an actor, or an engine that works for it, is of a rank
    public Optional<Order> late(BiPredicate<Actor, Integer> isOf) {
        List<Predicate<Actor>> late = new ArrayList<>();
        for (One one : all) {
            switch (one) {
                case Slow slow -> late.add(actor -> isOf.test(actor, slow.rank()));
                case Delayed delayed -> late.add(actor -> isCarrier(actor) && isOf.test(actor, delayed.rank()));
                case SlowLink link ->
                    late.add(actor -> isCarrier(actor) && (isOf.test(actor, link.a()) || isOf.test(actor, link.b())));
                case Aborts a -> {}
                case Lost l -> {}
                case FailedLink f -> {}
            }
        }
        return late.isEmpty()
                ? Optional.empty()
                : Optional.of(new Late(actor -> late.stream().anyMatch(one -> one.test(actor))));
    }

    private static boolean isCarrier(Actor actor) {
        return switch (actor.kind()) {
            case ENGINE, TRANSFER, SIGNAL -> true;
            case HOST, ORCHESTRATOR, TASK, BLOCK, CORE -> false;
        };
    }
}

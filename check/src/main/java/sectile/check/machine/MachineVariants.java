package sectile.check.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import sectile.base.diag.Span;
import sectile.base.observe.Event;
import sectile.base.observe.Token;
import sectile.base.order.Order;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.explore.Answer;
import sectile.check.explore.Subject;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.Queue;
import sectile.check.superfluous.Site;
import sectile.check.superfluous.Variant;
import sectile.sim.machine.Fault;
import sectile.sim.machine.QueueToken;

/// Kernels without some of their messages or credits, or with fewer slots in their queues.
///
/// A message that is left out is neither sent nor received; its receive gives zeros.
public final class MachineVariants {
    private static final Comparator<QueueToken> IN_QUEUE =
            Comparator.comparingLong(QueueToken::installation).thenComparingLong(QueueToken::sequence);

    private final Configured configured;
    private final List<Integer> ranks;
    private final List<Queue> queues;
    private final List<Site> sites = new ArrayList<>();
    /// By number of ranks and number of a site, what goes wrong without it.
    private final Map<Integer, Map<Integer, List<Fault>>> faults = new HashMap<>();
    private final Map<Integer, Answer> references = new HashMap<>();

    /// Kernels that can run on several numbers of ranks and with several numbers of slots.
    @FunctionalInterface
    public interface Configured {
        MachineSubject subject(int ranks, int slots);
    }

    /// What is left out.
    public enum What {
        /// All messages that a line sends, with all lines that receive them; each message where there are no lines.
        LINES,
        /// A message.
        MESSAGES,
        /// A send, but not the receive.
        SENDS,
        /// A receive, but not the send.
        RECEIVES,
        /// A credit.
        CREDITS
    }

    /// @param ranks all numbers of ranks that count
    /// @param slots how many every queue has
    public MachineVariants(List<Integer> ranks, int slots, What what, Configured configured) {
        this.ranks = List.copyOf(ranks);
        this.configured = configured;
        this.queues = List.of(new Queue("every queue", slots, Span.none()));
        var numbers = new HashMap<String, Integer>();
        for (int count : ranks) {
            var traffic = new Traffic();
            references.put(count, observed(configured.subject(count, slots), traffic));
            var ofSites = new TreeMap<Integer, List<Fault>>();
            traffic.sites(what).forEach((key, found) -> {
                Integer number = numbers.get(key);
                if (number == null) {
                    number = sites.size();
                    numbers.put(key, number);
                    sites.add(found.site);
                }
                ofSites.put(number, found.faults);
            });
            faults.put(count, ofSites);
        }
    }

    private static Answer observed(MachineSubject subject, Traffic traffic) {
        try {
            return subject.run(Order.firstCome(), traffic::observe);
        } catch (Subject.OtherSteps e) {
            traffic.clear();
            return subject.run(Order.firstCome(), traffic::observe);
        }
    }

    public List<Site> sites() {
        return sites;
    }

    public List<Queue> queues() {
        return queues;
    }

    /// What goes wrong in a variant.
    public List<Fault> faults(Variant variant, int count) {
        var all = new ArrayList<Fault>();
        for (int site : variant.without()) {
            all.addAll(faults.getOrDefault(count, Map.of()).getOrDefault(site, List.of()));
        }
        return all;
    }

    private MachineSubject subject(Variant variant, int count) {
        int slots = variant.slots().getOrDefault(0, queues.getFirst().slots());
        MachineSubject subject = configured.subject(count, slots);
        for (Fault fault : faults(variant, count)) {
            subject = subject.failing(fault);
        }
        return subject;
    }

    /// Verifies a variant on every number of ranks, until one has a mistake.
    public Verification verify(Variant variant, Function<Verifier, Verification> search) {
        Verification weakest = null;
        for (int count : ranks) {
            var verifier = new Verifier(subject(variant, count), count, Span.none(), MemoryOrder.SILICON);
            Verification done = search.apply(
                    verifier.expecting(references.getOrDefault(count, NOTHING)).deciding());
            weakest = weakest == null ? done : weakest.weaker(done);
            if (!done.findings().isEmpty()) {
                break;
            }
        }
        return java.util.Objects.requireNonNull(weakest);
    }

    private static final Answer NOTHING = other -> Optional.empty();

    /// What a variant takes on the largest number of ranks.
    public OptionalLong time(Variant variant) {
        return subject(variant, ranks.getLast()).time();
    }

    private record Found(Site site, List<Fault> faults) {}

    /// The messages and credits of one run.
    private static final class Traffic {
        private final SequencedMap<QueueToken, Span> sent = new LinkedHashMap<>();
        private final SequencedMap<QueueToken, Span> received = new LinkedHashMap<>();
        private final SequencedMap<QueueToken, Span> credits = new LinkedHashMap<>();

        void clear() {
            sent.clear();
            received.clear();
            credits.clear();
        }

        void observe(Event event) {
            if (event instanceof Event.Release release) {
                QueueToken.of(release.token())
                        .ifPresent(token -> (release.token().kind() == Token.Kind.CREDIT ? credits : sent)
                                .putIfAbsent(token, event.span()));
            } else if (event instanceof Event.Acquire acquire && acquire.token().kind() == Token.Kind.ELEMENT) {
                QueueToken.of(acquire.token()).ifPresent(token -> received.putIfAbsent(token, event.span()));
            }
        }

        SequencedMap<String, Found> sites(What what) {
            return switch (what) {
                case LINES -> messages(true, true, true);
                case MESSAGES -> messages(false, true, true);
                case SENDS -> messages(false, true, false);
                case RECEIVES -> messages(false, false, true);
                case CREDITS -> ofCredits();
            };
        }

        /// Which message of its queue each one is, over all installations.
        private static Map<QueueToken, Long> numbers(Iterable<QueueToken> tokens) {
            var byQueue = new LinkedHashMap<String, List<QueueToken>>();
            tokens.forEach(
                    token -> byQueue.computeIfAbsent(token.from() + " " + token.direction(), queue -> new ArrayList<>())
                            .add(token));
            var numbers = new HashMap<QueueToken, Long>();
            byQueue.values().forEach(queue -> {
                queue.sort(IN_QUEUE);
                for (int i = 0; i < queue.size(); i++) {
                    numbers.put(queue.get(i), (long) i);
                }
            });
            return numbers;
        }

        private SequencedMap<String, Found> messages(boolean lines, boolean sends, boolean receives) {
            Map<QueueToken, Long> numbers = numbers(sent.keySet());
            Map<Span, Span> roots = lines();
            var found = new LinkedHashMap<String, Found>();
            sent.forEach((token, span) -> {
                Span accepted = received.get(token);
                if (accepted == null) {
                    return;
                }
                Span root = span.isNone() ? span : root(roots, span);
                boolean single = !lines || root.isNone();
                String key = single ? token.installation() + " " + token : root.toString();
                String what = single ? "message " + token : "message, which line " + accepted.line() + " receives,";
                Found site = found.computeIfAbsent(
                        key, k -> new Found(new Site(Site.Kind.MESSAGE, what, root), new ArrayList<>()));
                long number = numbers.getOrDefault(token, 0L);
                if (sends) {
                    site.faults.add(new Fault(Fault.Kind.LOST_MESSAGE, token.from(), token.direction(), number));
                }
                if (receives) {
                    site.faults.add(new Fault(Fault.Kind.SKIPPED_RECEIVE, token.to(), token.toDirection(), number));
                }
            });
            return found;
        }

        /// Lines that exchange messages with each other belong together: each leads to one of them.
        private Map<Span, Span> lines() {
            var roots = new HashMap<Span, Span>();
            sent.forEach((token, span) -> {
                Span accepted = received.get(token);
                if (accepted != null && !span.isNone() && !accepted.isNone()) {
                    Span a = root(roots, span);
                    Span b = root(roots, accepted);
                    if (!a.equals(b)) {
                        roots.put(b, a);
                    }
                }
            });
            return roots;
        }

        private static Span root(Map<Span, Span> roots, Span span) {
            Span at = span;
            for (Span next = roots.get(at); next != null; next = roots.get(at)) {
                at = next;
            }
            return at;
        }

        private SequencedMap<String, Found> ofCredits() {
            Map<QueueToken, Long> numbers = numbers(credits.keySet());
            var found = new LinkedHashMap<String, Found>();
            credits.forEach((token, span) -> found.put(
                    token.installation() + " " + token,
                    new Found(
                            new Site(Site.Kind.CREDIT, "credit for message " + token, span),
                            List.of(new Fault(
                                    Fault.Kind.LOST_CREDIT,
                                    token.to(),
                                    token.toDirection(),
                                    numbers.getOrDefault(token, 0L))))));
            return found;
        }
    }
}

package sectile.dist.best;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The links between ranks in a play, as the fabric has them: each carries one message at a time, in the order they
/// come; the next link of a route begins with the head. Between two chunks of messages a link lets one credit pass, and
/// while it is idle all of them. So where messages of one direction take longer than those of the other, credits of
/// the faster ones pile up.
final class Links {
    /// Told of a message that its slowest link has begun to carry.
    interface Begun {
        void begun(int arc, double now);
    }

    interface Arrived {
        void arrived(Message message, double now);
    }

    interface Credited {
        void credited(int arc, double now);
    }

    /// A message on its way: which of the links of its arc it is at, and when its tail has left the one before.
    private record Leg(Message message, double bytes, int hop, double tail) {}

    /// A credit for an arc, at a link of the arc back.
    private record Credit(int arc, int hop) {}

    private static final class Link {
        private final double unitsPerByte;
        private final ArrayDeque<Leg> queue = new ArrayDeque<>();
        private final ArrayDeque<Credit> credits = new ArrayDeque<>();
        private double since;
        private double until;
        /// The chunk after which the last credit has passed.
        private int passedAfter;
        /// Whether a credit has passed since the last message.
        private boolean passedOne;

        Link(double unitsPerByte) {
            this.unitsPerByte = unitsPerByte;
        }
    }

    private final TeamNetwork network;
    private final Agenda agenda;
    private final boolean creditsWait;
    private final Begun begun;
    private final Arrived arrived;
    private final Credited credited;
    private final List<Link> links = new ArrayList<>();
    /// By arc, the position of its slowest link, and how many messages wait for it.
    private final int[] slowest;

    private final int[] waiting;

    /// @param creditsWait whether credits wait for what links carry
    Links(TeamNetwork network, Agenda agenda, boolean creditsWait, Begun begun, Arrived arrived, Credited credited) {
        this.network = network;
        this.agenda = agenda;
        this.creditsWait = creditsWait;
        this.begun = begun;
        this.arrived = arrived;
        this.credited = credited;
        for (int i = 0; i < network.resources(); i++) {
            links.add(new Link(network.unitsPerByte(i)));
        }
        int arcs = network.arcs().size();
        this.waiting = new int[arcs];
        this.slowest = new int[arcs];
        for (int arc = 0; arc < arcs; arc++) {
            List<Integer> of = network.arc(arc).resources();
            for (int i = 1; i < of.size(); i++) {
                if (network.unitsPerByte(of.get(i)) > network.unitsPerByte(of.get(slowest[arc]))) {
                    slowest[arc] = i;
                }
            }
        }
    }

    /// How many messages of an arc were handed over and wait for its slowest link.
    int waiting(int arc) {
        return waiting[arc];
    }

    /// A rank has handed over a message, which leaves it from one time to another.
    void handOver(Message message, double bytes, double from, double to) {
        waiting[message.arc()]++;
        Leg first = new Leg(message, bytes, 0, to);
        agenda.at(from, now -> offer(first, now));
    }

    /// The head of a message has come to a link, or to its end.
    private void offer(Leg leg, double now) {
        Arc arc = network.arc(leg.message.arc());
        if (leg.hop == arc.resources().size()) {
            if (leg.hop == 0) {
                begins(leg.message.arc(), now);
            }
            agenda.at(leg.tail + arc.delay(), time -> arrived.arrived(leg.message, time));
            return;
        }
        Link link = links.get(arc.resources().get(leg.hop));
        if (link.until > now || !link.queue.isEmpty()) {
            link.queue.add(leg);
        } else {
            begin(link, leg, now);
        }
    }

    private void begins(int arc, double now) {
        waiting[arc]--;
        begun.begun(arc, now);
    }

    private void begin(Link link, Leg leg, double now) {
        if (!link.passedOne) {
            passOne(link, now);
        }
        link.passedOne = false;
        link.since = now;
        link.passedAfter = 0;
        // About as many credits go the same way.
        link.until = now + (leg.bytes + network.creditBytes()) * link.unitsPerByte;
        agenda.at(link.until, time -> free(link, time));
        while (!link.credits.isEmpty() && squeezedIn(link, link.credits.element(), now)) {
            link.credits.remove();
        }
        int arc = leg.message.arc();
        boolean slow = leg.hop == slowest[arc];
        offer(new Leg(leg.message, leg.bytes, leg.hop + 1, Math.max(leg.tail, link.until)), now);
        if (slow) {
            begins(arc, now);
        }
    }

    private void free(Link link, double now) {
        if (link.until > now) {
            return;
        }
        passOne(link, now);
        Leg next = link.queue.poll();
        if (next != null) {
            begin(link, next, now);
        } else if (!link.credits.isEmpty()) {
            // What comes at the same time goes before the second of them.
            agenda.lastAt(now, time -> passAll(link, time));
        }
    }

    private void passAll(Link link, double now) {
        while (link.until <= now && !link.credits.isEmpty()) {
            passOne(link, now);
        }
    }

    private void passOne(Link link, double now) {
        Credit credit = link.credits.poll();
        if (credit != null) {
            link.passedOne = true;
            pass(credit.arc, credit.hop + 1, now);
        }
    }

    /// A rank has taken a message, and gives its slot back at a time.
    void giveBack(int arc, double time) {
        agenda.at(time, now -> pass(arc, 0, now));
    }

    /// A credit has come to a link.
    private void pass(int arc, int from, double now) {
        Arc back = network.arc(network.arc(arc).back());
        for (int hop = from; creditsWait && hop < back.resources().size(); hop++) {
            Link link = links.get(back.resources().get(hop));
            if (link.until > now || !link.credits.isEmpty()) {
                Credit credit = new Credit(arc, hop);
                if (!link.credits.isEmpty() || !squeezedIn(link, credit, now)) {
                    link.credits.add(credit);
                }
                return;
            }
        }
        agenda.at(now + back.delay(), time -> credited.credited(arc, time));
    }

    /// Whether a credit passes after one of the chunks of the message that a link carries.
    private boolean squeezedIn(Link link, Credit credit, double now) {
        double chunk = network.chunkBytes() * link.unitsPerByte;
        int after = Math.max(link.passedAfter + 1, (int) Math.ceil((now - link.since) / chunk));
        double time = link.since + after * chunk;
        if (time >= link.until) {
            return false;
        }
        link.passedAfter = after;
        agenda.at(time, at -> pass(credit.arc, credit.hop + 1, at));
        return true;
    }
}

package sectile.dist.best;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Plays through when each piece crosses each arc of its tree, and writes down what every rank does in which order.
///
/// A rank does one thing after the other, as a kernel does: it takes a message that is there, or hands one over if the
/// receiver's ring has a slot. So what the ranks have done is one way to carry their programs out, and since no rank
/// chooses what it waits for, every other way ends, too. [Links] has the messages until they arrive.
final class Play {
    private final TeamNetwork network;
    private final Flow flow;
    private final List<SpanningTree> trees;
    private final List<Piece> pieces;
    private final double bytesPerElement;
    private final RankCosts.Combining engine;
    private final int slots;
    private final Chooser chooser;

    private final List<List<List<Integer>>> children = new ArrayList<>();
    /// By arc, what has arrived over it, and how many slots are taken.
    private final List<ArrayDeque<Message>> arrived = new ArrayList<>();

    private final int[] inFlight;
    /// By rank, the arcs over which something has arrived.
    private final List<List<Integer>> taking = new ArrayList<>();
    /// By rank, when its kernel has finished what it does, and when the outbound DMA has.
    private final double[] busyUntil;

    private final double[] dmaUntil;
    /// By piece and rank, whether the kernel has the value, and how many others it has yet to combine it with.
    private final boolean[][] held;

    private final int[][] missing;
    private final List<List<Long>> steps = new ArrayList<>();
    private final Agenda agenda = new Agenda();
    private final Links links;
    private double end;

    /// @param slots of every queue that may be taken at a time
    /// @param creditsWait whether credits wait for what links carry
    Play(
            TeamNetwork network,
            Flow flow,
            List<SpanningTree> trees,
            List<Piece> pieces,
            double bytesPerElement,
            RankCosts.Combining engine,
            int slots,
            boolean creditsWait,
            Chooser chooser) {
        this.network = network;
        this.flow = flow;
        this.trees = trees;
        this.pieces = pieces;
        this.bytesPerElement = bytesPerElement;
        this.engine = engine;
        this.slots = slots;
        this.chooser = chooser;
        this.links = new Links(network, agenda, creditsWait, this::begun, this::arrived, this::credited);
        this.inFlight = new int[network.arcs().size()];
        this.busyUntil = new double[network.ranks()];
        this.dmaUntil = new double[network.ranks()];
        this.held = new boolean[pieces.size()][network.ranks()];
        this.missing = new int[flow.up() ? pieces.size() : 0][];
        trees.forEach(tree -> children.add(tree.children(network)));
        for (int arc = 0; arc < inFlight.length; arc++) {
            arrived.add(new ArrayDeque<>());
        }
        for (int rank = 0; rank < network.ranks(); rank++) {
            taking.add(new ArrayList<>());
            steps.add(new ArrayList<>());
        }
    }

    Schedule run() {
        begin();
        for (int rank = 0; rank < network.ranks(); rank++) {
            proceed(rank, 0);
        }
        agenda.run();
        List<long[]> programs = steps.stream()
                .map(of -> of.stream().mapToLong(Long::longValue).toArray())
                .toList();
        return new Schedule(network, flow, trees, pieces, programs, end);
    }

    // What a chooser asks

    /// Whether the receiver's ring has a slot.
    boolean hasSlot(int arc) {
        return inFlight[arc] < slots;
    }

    /// How many messages of an arc were handed over and wait for its slowest link.
    int waiting(int arc) {
        return links.waiting(arc);
    }

    /// The arcs over which a rank has messages to take.
    List<Integer> taking(int rank) {
        return taking.get(rank);
    }

    /// The message to take first of those that have arrived over an arc.
    Message firstOf(int arc) {
        return arrived.get(arc).element();
    }

    // What the ranks do

    /// Who has something to send before anything has arrived.
    private void begin() {
        for (int piece = 0; piece < pieces.size(); piece++) {
            int tree = pieces.get(piece).tree();
            if (!flow.up()) {
                down(piece, trees.get(tree).root());
                continue;
            }
            int[] left = new int[network.ranks()];
            missing[piece] = left;
            for (int rank = 0; rank < left.length; rank++) {
                left[rank] = children.get(tree).get(rank).size();
            }
            for (int rank = 0; rank < left.length; rank++) {
                if (left[rank] == 0) {
                    up(piece, rank);
                }
            }
        }
    }

    private void up(int piece, int rank) {
        SpanningTree tree = trees.get(pieces.get(piece).tree());
        if (rank != tree.root()) {
            chooser.ready(new Message(piece, network.arc(tree.arcs().get(rank)).back(), true));
        } else if (flow.down()) {
            down(piece, rank);
        }
    }

    private void down(int piece, int rank) {
        int tree = pieces.get(piece).tree();
        for (int child : children.get(tree).get(rank)) {
            chooser.ready(new Message(piece, trees.get(tree).arcs().get(child), false));
        }
    }

    /// A rank does what it can do now, until something of that takes time.
    private void proceed(int rank, double now) {
        while (busyUntil[rank] <= now) {
            long step = chooser.next(rank, this);
            if (step == Chooser.NOTHING) {
                return;
            }
            steps.get(rank).add(step);
            int piece = Schedule.piece(step);
            int arc = Schedule.arc(step);
            double done = switch (Schedule.action(step)) {
                case SEND_UP -> handOver(new Message(piece, arc, true), rank, now);
                case SEND_DOWN -> handOver(new Message(piece, arc, false), rank, now);
                case TAKE_UP, TAKE_DOWN -> take(arc, rank, now);
                case KEEP -> stored(rank, piece, loaded(piece, rank, now));
            };
            busyUntil[rank] = done;
            end = Math.max(end, done);
            if (done > now) {
                agenda.at(done, time -> proceed(rank, time));
            }
        }
    }

    /// A rank gives a message to the DMA; it continues when this says.
    private double handOver(Message message, int rank, double now) {
        RankCosts costs = network.costs();
        double bytes = bytes(message.piece());
        double done = loaded(message.piece(), rank, now) + costs.queue();
        double leaves = Math.max(dmaUntil[rank], done + costs.leave());
        dmaUntil[rank] = leaves + bytes * costs.leavePerByte();
        inFlight[message.arc()]++;
        links.handOver(message, bytes, leaves, dmaUntil[rank]);
        return done;
    }

    /// A rank takes a message out of its slot, and combines or stores it.
    private double take(int arc, int rank, double now) {
        ArrayDeque<Message> queue = arrived.get(arc);
        Message message = queue.remove();
        if (queue.isEmpty()) {
            taking.get(rank).remove(Integer.valueOf(arc));
        }
        int piece = message.piece();
        double mine = message.up() ? loaded(piece, rank, now) : now;
        double done = read(rank, piece, mine + network.costs().queue());
        held[piece][rank] = true;
        links.giveBack(arc, done);
        // The rank itself sends on what becomes of it, and is busy until then.
        if (!message.up()) {
            done = stored(rank, piece, done);
            down(piece, rank);
            return done;
        }
        done += engine.time(pieces.get(piece).count());
        if (--missing[piece][rank] == 0) {
            boolean root = trees.get(pieces.get(piece).tree()).root() == rank;
            done = root ? stored(rank, piece, done) : done;
            up(piece, rank);
        }
        return done;
    }

    private double bytes(int piece) {
        return pieces.get(piece).count() * bytesPerElement;
    }

    /// When a rank has the value of a piece that it has, or that is in its memory.
    private double loaded(int piece, int rank, double now) {
        if (held[piece][rank]) {
            return now;
        }
        held[piece][rank] = true;
        return read(rank, piece, now);
    }

    private double read(int rank, int piece, double now) {
        return now + network.costs().loading(bytes(piece), dmaUntil[rank] > now);
    }

    private double stored(int rank, int piece, double now) {
        RankCosts costs = network.costs();
        double bytes = bytes(piece);
        double leaves = Math.max(dmaUntil[rank], now);
        dmaUntil[rank] = leaves + bytes * costs.leavePerByte();
        return leaves + costs.storing(bytes);
    }

    // What happens to messages

    /// A link has begun to carry a message, so that its rank may hand over the next.
    private void begun(int arc, double now) {
        proceed(network.arc(arc).from(), now);
    }

    private void arrived(Message message, double now) {
        ArrayDeque<Message> queue = arrived.get(message.arc());
        int rank = network.arc(message.arc()).to();
        if (queue.isEmpty()) {
            taking.get(rank).add(message.arc());
        }
        queue.add(message);
        proceed(rank, now);
    }

    private void credited(int arc, double now) {
        inFlight[arc]--;
        proceed(network.arc(arc).from(), now);
    }
}

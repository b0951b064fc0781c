package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.ir.algorithm.Action.Combine;
import sectile.ir.algorithm.Action.Link;
import sectile.ir.algorithm.Action.Load;
import sectile.ir.algorithm.Action.Receive;
import sectile.ir.algorithm.Action.Send;
import sectile.ir.algorithm.Action.Store;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.ThreadBlock;

/// Makes thread blocks of what a rank does.
final class RankLowering {
    private final List<Action> actions;
    private final Fusion fusion;
    private final BlockSteps steps;
    private final Map<Link, Integer> sending = new HashMap<>();
    private final Map<Link, Integer> receiving = new HashMap<>();
    private final List<Ends> ends = new ArrayList<>();
    /// By value, where it is; a value that is sent on at once is nowhere.
    private final Map<Integer, Place> places = new HashMap<>();
    /// Actions that are part of an earlier step.
    private final boolean[] done;
    /// By action that stores, when it takes place.
    private final int[] time;

    private int scratch;

    /// What a block is connected to.
    private record Ends(@Nullable Link to, @Nullable Link from) {}

    RankLowering(List<Action> actions) {
        this.actions = actions;
        this.fusion = new Fusion(actions);
        this.done = new boolean[actions.size()];
        this.time = new int[actions.size()];
        this.steps = new BlockSteps();
    }

    int scratch() {
        return scratch;
    }

    int channels() {
        return 1 + ends.stream().mapToInt(RankLowering::channel).max().orElse(0);
    }

    private static int channel(Ends of) {
        Link link = of.to != null ? of.to : of.from;
        return link == null ? 0 : link.channel();
    }

    List<ThreadBlock> blocks() {
        var blocks = new ArrayList<ThreadBlock>();
        for (int i = 0; i < ends.size(); i++) {
            Ends of = ends.get(i);
            blocks.add(steps.block(
                    i, of.to == null ? -1 : of.to.rank(), of.from == null ? -1 : of.from.rank(), channel(of)));
        }
        return blocks;
    }

    void run() {
        connect();
        plan();
        for (int i = 0; i < actions.size(); i++) {
            if (done[i]) {
                continue;
            }
            switch (actions.get(i)) {
                case Load load -> load(i, load);
                case Receive receive -> receive(i, receive);
                case Combine combine -> combine(i, combine);
                case Store store -> store(store);
                case Send send ->
                    steps.add(
                            block(sending, send.to()),
                            StepType.SEND,
                            place(send.value()),
                            place(send.value()),
                            send.count());
            }
        }
    }

    /// A block for each connection; one that receives also has the connection on which most of that is sent on.
    private void connect() {
        SequencedMap<Ends, Integer> pairs = new LinkedHashMap<>();
        var senders = new ArrayList<Link>();
        var receivers = new ArrayList<Link>();
        for (int i = 0; i < actions.size(); i++) {
            if (actions.get(i) instanceof Send send && !senders.contains(send.to())) {
                senders.add(send.to());
            }
            if (actions.get(i) instanceof Receive receive) {
                if (!receivers.contains(receive.from())) {
                    receivers.add(receive.from());
                }
                int send = fusion.send(i, result(i));
                if (send >= 0
                        && ((Send) actions.get(send)).to().channel()
                                == receive.from().channel()) {
                    pairs.merge(new Ends(((Send) actions.get(send)).to(), receive.from()), 1, Integer::sum);
                }
            }
        }
        pairs.entrySet().stream()
                .sorted(Map.Entry.<Ends, Integer>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .filter(pair -> pair.to != null && pair.from != null)
                .forEach(pair -> {
                    if (!sending.containsKey(pair.to) && !receiving.containsKey(pair.from)) {
                        open(pair);
                    }
                });
        receivers.stream().filter(from -> !receiving.containsKey(from)).forEach(from -> open(new Ends(null, from)));
        senders.stream().filter(to -> !sending.containsKey(to)).forEach(to -> open(new Ends(to, null)));
        if (ends.isEmpty() && !actions.isEmpty()) {
            open(new Ends(null, null));
        }
    }

    private void open(Ends of) {
        if (of.to != null) {
            sending.put(of.to, ends.size());
        }
        if (of.from != null) {
            receiving.put(of.from, ends.size());
        }
        ends.add(of);
    }

    /// What a receive makes: the value itself, or the one it is combined to.
    private int result(int receive) {
        int combined = fusion.combination(receive);
        return combined < 0 ? ((Receive) actions.get(receive)).value() : ((Combine) actions.get(combined)).value();
    }

    /// When each store takes place.
    private void plan() {
        for (int i = 0; i < actions.size(); i++) {
            time[i] = i;
        }
        for (int i = 0; i < actions.size(); i++) {
            if (actions.get(i) instanceof Receive) {
                int store = fusion.store(i, fusion.combination(i), result(i));
                if (store >= 0) {
                    time[store] = i;
                }
            }
        }
    }

    private static int block(Map<Link, Integer> blocks, Link link) {
        return Objects.requireNonNull(blocks.get(link), "a block for each connection");
    }

    private Place place(int value) {
        Place known = places.get(value);
        if (known == null) {
            throw new IllegalStateException("value " + value + " is nowhere");
        }
        return known;
    }

    private Place room(int count) {
        scratch += count;
        return new Place(Buffer.SCRATCH, scratch - count);
    }

    /// A value that is read where it is, unless that is overwritten before it is used for the last time.
    private void load(int at, Load load) {
        boolean overwritten = false;
        for (int i = 0; i < actions.size(); i++) {
            overwritten |= actions.get(i) instanceof Store store
                    && time[i] > at
                    && time[i] < fusion.lastUse(load.value())
                    && !isPartOf(i, load.value())
                    && Action.overlap(store.to(), store.count(), load.from(), load.count());
        }
        places.put(load.value(), load.from());
        if (overwritten) {
            Place copy = room(load.count());
            steps.add(steps.writer(load.from(), load.count()), StepType.COPY, load.from(), copy, load.count());
            places.put(load.value(), copy);
        }
    }

    /// Whether a store is made at a receive whose value is combined with this one, which is its last use.
    private boolean isPartOf(int store, int value) {
        return time[store] < store && fusion.combination(time[store]) == fusion.lastUse(value);
    }

    private void receive(int at, Receive receive) {
        int combined = fusion.combination(at);
        int value = result(at);
        int block = block(receiving, receive.from());
        int send = fusion.send(at, value);
        if (send >= 0 && block(sending, ((Send) actions.get(send)).to()) != block) {
            send = -1;
        }
        int store = fusion.store(at, combined, value);
        int fused = (send >= 0 ? 1 : 0) + (store >= 0 ? 1 : 0);
        boolean isNeeded = fusion.uses(value).size() > fused;
        Place source = combined < 0 ? null : place(other(combined, receive.value()));
        Place target = store >= 0
                ? ((Store) actions.get(store)).to()
                : isNeeded || send < 0 || source == null ? room(receive.count()) : null;
        StepType type = target == null
                ? StepType.RECEIVE_REDUCE_SEND
                : source == null
                        ? (send >= 0 ? StepType.RECEIVE_COPY_SEND : StepType.RECEIVE)
                        : (send >= 0 ? StepType.RECEIVE_REDUCE_COPY_SEND : StepType.RECEIVE_REDUCE_COPY);
        Place read = source != null ? source : target;
        Place written = target != null ? target : source;
        if (read == null || written == null) {
            throw new IllegalStateException("a receive without memory");
        }
        steps.add(block, type, read, written, receive.count());
        if (target != null) {
            places.put(value, target);
        }
        for (int part : new int[] {combined, send, store}) {
            if (part >= 0) {
                done[part] = true;
            }
        }
    }

    private int other(int combined, int value) {
        Combine combine = (Combine) actions.get(combined);
        return combine.a() == value ? combine.b() : combine.a();
    }

    private void combine(int at, Combine combine) {
        Place left = place(combine.a());
        Place right = place(combine.b());
        Place target = left;
        int block = steps.writer(right, combine.count());
        if (left.buffer() != Buffer.SCRATCH || fusion.lastUse(combine.a()) > at || combine.a() == combine.b()) {
            target = room(combine.count());
            steps.add(block, StepType.COPY, left, target, combine.count());
        }
        steps.add(block, StepType.REDUCE, right, target, combine.count());
        places.put(combine.value(), target);
    }

    private void store(Store store) {
        Place from = place(store.value());
        if (!from.equals(store.to())) {
            steps.add(steps.writer(from, store.count()), StepType.COPY, from, store.to(), store.count());
        }
    }
}

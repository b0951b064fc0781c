package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.algorithm.Action.Combine;
import sectile.ir.algorithm.Action.Link;
import sectile.ir.algorithm.Action.Load;
import sectile.ir.algorithm.Action.Receive;
import sectile.ir.algorithm.Action.Send;
import sectile.ir.algorithm.Action.Store;

/// Finds what can be one step with a receive: that it is combined with another value, stored and sent on.
final class Fusion {
    private final List<Action> actions;
    /// By value, the actions that use it, in order.
    private final List<List<Integer>> uses = new ArrayList<>();

    /// By value, the action that makes it.
    private final List<Integer> made = new ArrayList<>();

    Fusion(List<Action> actions) {
        this.actions = actions;
        for (int i = 0; i < actions.size(); i++) {
            switch (actions.get(i)) {
                case Load load -> make(i);
                case Receive receive -> make(i);
                case Combine combine -> {
                    make(i);
                    uses.get(combine.a()).add(i);
                    if (combine.b() != combine.a()) {
                        uses.get(combine.b()).add(i);
                    }
                }
                case Store store -> uses.get(store.value()).add(i);
                case Send send -> uses.get(send.value()).add(i);
            }
        }
    }

    private void make(int action) {
        uses.add(new ArrayList<>());
        made.add(action);
    }

    List<Integer> uses(int value) {
        return uses.get(value);
    }

    int made(int value) {
        return made.get(value);
    }

    /// The last action that uses a value; the one that makes it if none does.
    int lastUse(int value) {
        return uses.get(value).isEmpty() ? made.get(value) : uses.get(value).getLast();
    }

    /// The combination that a received value is only there for, or -1: the other operand is there before.
    int combination(int receive) {
        int value = ((Receive) actions.get(receive)).value();
        if (uses.get(value).size() != 1 || !(actions.get(uses.get(value).getFirst()) instanceof Combine combine)) {
            return -1;
        }
        int other = combine.a() == value ? combine.b() : combine.a();
        return other != value && made.get(other) < receive ? uses.get(value).getFirst() : -1;
    }

    /// The first store of a value, or -1 if it cannot be made at the receive already.
    ///
    /// @param combined the combination that is made at the receive, or -1
    int store(int receive, int combined, int value) {
        int at = first(value, Store.class);
        if (at < 0) {
            return -1;
        }
        Store store = (Store) actions.get(at);
        for (int i = 0; i < actions.size(); i++) {
            boolean touches = switch (actions.get(i)) {
                // A value of this memory that is read before the receive must not be needed after it.
                case Load load ->
                    Action.overlap(load.from(), load.count(), store.to(), store.count())
                            && i < at
                            && (i > receive
                                    || uses.get(load.value()).stream()
                                            .anyMatch(use -> use > receive && use != combined));
                case Store other ->
                    i != at
                            && Action.overlap(other.to(), other.count(), store.to(), store.count())
                            && (i > receive
                                    ? i <= lastUse(value)
                                    : uses.get(other.value()).stream()
                                            .anyMatch(use -> use > receive && use != combined));
                case Receive r -> false;
                case Combine c -> false;
                case Send s -> false;
            };
            if (touches) {
                return -1;
            }
        }
        return at;
    }

    /// The first send of a value, or -1 if it cannot be made at the receive already.
    int send(int receive, int value) {
        int at = first(value, Send.class);
        if (at < 0) {
            return -1;
        }
        Link to = ((Send) actions.get(at)).to();
        Link from = ((Receive) actions.get(receive)).from();
        for (int i = receive + 1; i < at; i++) {
            boolean passes = switch (actions.get(i)) {
                case Send other -> other.to().equals(to);
                case Receive other -> other.from().equals(from);
                case Load l -> false;
                case Combine c -> false;
                case Store s -> false;
            };
            if (passes) {
                return -1;
            }
        }
        return at;
    }

    private int first(int value, Class<? extends Action> kind) {
        return uses.get(value).stream()
                .filter(use -> kind.isInstance(actions.get(use)))
                .findFirst()
                .orElse(-1);
    }
}

package sectile.ir.algorithm;

import java.util.HashMap;
import java.util.Map;
import sectile.ir.algorithm.Algorithm.Dependence;

/// Where slots and signal cells lie in the windows of an algorithm's program.
final class Cells {
    private record Message(Connections.Key connection, int number) {}

    private record Awaited(int rank, Dependence step) {}

    private final int slots;
    private final Map<Connections.Key, Integer> rings = new HashMap<>();
    private final Map<Message, Integer> arrivals = new HashMap<>();
    private final Map<Message, Integer> credits = new HashMap<>();
    private final Map<Awaited, Integer> steps = new HashMap<>();
    private final Map<Integer, Integer> nextRing = new HashMap<>();
    private final Map<Integer, Integer> nextCell = new HashMap<>();
    private int largest = 1;

    Cells(Algorithm algorithm, int slots) {
        this.slots = slots;
        new Connections(algorithm).all().forEach((key, connection) -> {
            rings.put(key, nextRing.merge(key.to(), 1, Integer::sum) - 1);
            for (int i = 0; i < connection.sends().size(); i++) {
                largest = Math.max(largest, connection.sends().get(i).step().count());
                var message = new Message(key, i);
                arrivals.put(message, cell(key.to()));
                if (i + slots < connection.sends().size()) {
                    credits.put(message, cell(key.from()));
                }
            }
        });
        algorithm
                .ranks()
                .forEach(rank -> rank.blocks()
                        .forEach(block -> block.steps().stream()
                                .map(Algorithm.Step::after)
                                .filter(after -> !after.isNone())
                                .forEach(after ->
                                        steps.computeIfAbsent(new Awaited(rank.id(), after), key -> cell(rank.id())))));
    }

    private int cell(int rank) {
        return nextCell.merge(rank, 1, Integer::sum) - 1;
    }

    /// How many cells a rank has at most; at least one, so that there is a window.
    int cells() {
        return nextCell.values().stream().mapToInt(i -> i).max().orElse(1);
    }

    /// How many chunks the slots of a rank have at most.
    int slotChunks() {
        return nextRing.values().stream().mapToInt(i -> i).max().orElse(1) * slots * largest;
    }

    /// The first chunk of the slot of a message, in the receiver's window.
    int slot(Connections.Key key, int number) {
        return (rings.getOrDefault(key, 0) * slots + number % slots) * largest;
    }

    /// The receiver's cell that says that a message is there.
    int arrival(Connections.Key key, int number) {
        return arrivals.getOrDefault(new Message(key, number), 0);
    }

    /// The sender's cell that says that the slot of a message is free again; -1 if no later message needs it.
    int credit(Connections.Key key, int number) {
        return credits.getOrDefault(new Message(key, number), -1);
    }

    /// The cell that says that a step is done; -1 if no other waits for it.
    int step(int rank, int block, int step) {
        return steps.getOrDefault(new Awaited(rank, new Dependence(block, step)), -1);
    }

    int slots() {
        return slots;
    }
}

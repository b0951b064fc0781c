package sectile.dist.algorithm;

import java.util.List;
import sectile.sim.kernel.Handle;

/// Carries out several schedules side by side: in each step all of them send, then all of them receive, so that
/// all their links are busy at the same time.
final class Lanes {
    private final Exchange exchange;

    Lanes(Exchange exchange) {
        this.exchange = exchange;
    }

    void run(List<List<Move>> lanes) {
        int steps = lanes.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < steps; i++) {
            int step = i;
            exchange.step("step", step + 1);
            List<Move> moves = lanes.stream()
                    .filter(lane -> step < lane.size())
                    .map(lane -> lane.get(step))
                    .toList();
            long most = moves.stream()
                    .mapToLong(move -> Math.max(move.sendCount(), move.takeCount()))
                    .max()
                    .orElse(0);
            exchange.batches(most, batch -> {
                moves.forEach(move -> send(move, batch));
                moves.forEach(move -> take(move, batch));
            });
        }
    }

    private void send(Move move, Exchange.Batch batch) {
        for (int i = 0; i < batch.segments(); i++) {
            long count = Math.clamp(move.sendCount() - batch.start(i), 0, batch.count(i));
            if (count > 0) {
                exchange.send(move.to(), exchange.load(move.sendStart() + batch.start(i), count));
            }
        }
    }

    private void take(Move move, Exchange.Batch batch) {
        for (int i = 0; i < batch.segments(); i++) {
            long count = Math.clamp(move.takeCount() - batch.start(i), 0, batch.count(i));
            if (count > 0) {
                long start = move.takeStart() + batch.start(i);
                Handle value;
                if (move.reduce()) {
                    Handle mine = exchange.load(start, count);
                    value = exchange.combine(mine, exchange.take(move.from(), count));
                } else {
                    value = exchange.take(move.from(), count);
                }
                exchange.store(start, value);
            }
        }
    }
}

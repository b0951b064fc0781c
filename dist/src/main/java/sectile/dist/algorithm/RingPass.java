package sectile.dist.algorithm;

import java.util.List;
import sectile.sim.kernel.Handle;

/// Parts of an array travelling around a ring, growing on the way or not.
///
/// In step s a rank sends part `first + s · turn` and receives the part after it, which it sends in the next step.
/// In the first `reducing` steps it adds its own elements to what came; from the last of these on, what came is
/// final and is stored. A part larger than a slot goes in segments: as many as a ring holds are in flight at a
/// time, so that the link is not idle while a rank waits.
///
/// @param turn −1 where parts go to the next rank, +1 where they go to the rank before
/// @param parts where the parts lie in the input
/// @param results where they lie in the output
record RingPass(String to, String from, int turn, Cut parts, Cut results, int first, int steps, int reducing) {

    static RingPass east(Cut parts, Cut results, int first, int steps, int reducing) {
        return new RingPass("E", "W", -1, parts, results, first, steps, reducing);
    }

    static RingPass west(Cut parts, Cut results, int first, int steps, int reducing) {
        return new RingPass("W", "E", 1, parts, results, first, steps, reducing);
    }

    /// Carries out passes of equally many steps side by side: each has links of its own.
    static void run(Exchange exchange, List<RingPass> passes) {
        long most = 0;
        for (RingPass pass : passes) {
            most = Math.max(most, pass.parts.most());
        }
        exchange.batches(most, batch -> {
            exchange.phase("begin");
            for (RingPass pass : passes) {
                pass.begin(exchange, batch);
            }
            for (int step = 0; step < passes.getFirst().steps; step++) {
                int reducing = passes.getFirst().reducing;
                exchange.step(
                        step < reducing ? "reduce step" : "gather step", 1 + step - (step < reducing ? 0 : reducing));
                for (RingPass pass : passes) {
                    pass.step(exchange, batch, step);
                }
            }
        });
    }

    private int part(int step) {
        return Math.floorMod(first + step * turn, parts.parts());
    }

    private void begin(Exchange exchange, Exchange.Batch batch) {
        int part = part(0);
        for (int i = 0; i < batch.segments(); i++) {
            long count = count(part, batch, i);
            if (count > 0) {
                exchange.send(to, exchange.load(parts.start(part) + batch.start(i), count));
            }
        }
    }

    private void step(Exchange exchange, Exchange.Batch batch, int step) {
        int part = part(step + 1);
        for (int i = 0; i < batch.segments(); i++) {
            receive(exchange, batch, part, step, i);
        }
    }

    private void receive(Exchange exchange, Exchange.Batch batch, int part, int step, int segment) {
        long count = count(part, batch, segment);
        if (count == 0) {
            return;
        }
        Handle value;
        if (step < reducing) {
            // Loaded before the wait, so that the load takes no time of its own.
            Handle mine = exchange.load(parts.start(part) + batch.start(segment), count);
            value = exchange.combine(mine, exchange.take(from, count));
        } else {
            value = exchange.take(from, count);
        }
        if (step + 1 < steps) {
            exchange.send(to, value);
        }
        if (step >= reducing - 1) {
            exchange.store(results.start(part) + batch.start(segment), value);
        }
    }

    /// The elements of a part that lie in a segment of a batch.
    private long count(int part, Exchange.Batch batch, int segment) {
        long left = parts.count(part) - batch.start(segment);
        return Math.clamp(left, 0, batch.count(segment));
    }
}

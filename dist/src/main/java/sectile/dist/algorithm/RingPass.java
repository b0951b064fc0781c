package sectile.dist.algorithm;

import sectile.sim.kernel.Handle;

/// Parts of an array travelling around a ring, growing on the way or not.
///
/// In step s a rank sends part `first − s` and receives part `first − s − 1`, which it sends in the next step.
/// In the first `reducing` steps it adds its own elements to what came; from the last of these on, what came is
/// final and is stored. A part larger than a slot goes in segments: as many as a ring holds are under way at a
/// time, so that the link is not idle while a rank waits.
///
/// @param parts where the parts lie in the input
/// @param results where they lie in the output
record RingPass(
        Exchange exchange, String to, String from, Parts parts, Parts results, int first, int steps, int reducing) {

    void run() {
        exchange.batches(parts.most(), this::batch);
    }

    private void batch(Exchange.Batch batch) {
        int segments = batch.segments();
        int part = Math.floorMod(first, parts.parts());
        for (int i = 0; i < segments; i++) {
            long count = count(part, batch, i);
            if (count > 0) {
                exchange.send(to, exchange.load(parts.start(part) + batch.start(i), count));
            }
        }
        for (int step = 0; step < steps; step++) {
            part = (part == 0 ? parts.parts() : part) - 1;
            for (int i = 0; i < segments; i++) {
                receive(batch, part, step, i);
            }
        }
    }

    private void receive(Exchange.Batch batch, int part, int step, int segment) {
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

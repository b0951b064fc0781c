package sectile.dist.algorithm;

import sectile.sim.kernel.Handle;

/// The segments of a batch, brought in and out together.
final class Segments {
    private Segments() {}

    static Handle[] load(Exchange exchange, Exchange.Batch batch) {
        Handle[] values = new Handle[batch.segments()];
        for (int i = 0; i < values.length; i++) {
            values[i] = exchange.load(batch.start(i), batch.count(i));
        }
        return values;
    }

    static void store(Exchange exchange, Exchange.Batch batch, Handle[] values) {
        for (int i = 0; i < values.length; i++) {
            exchange.store(batch.start(i), values[i]);
        }
    }
}

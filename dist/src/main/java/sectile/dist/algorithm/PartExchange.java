package sectile.dist.algorithm;

import sectile.dist.ccl.CollectiveArgs;

/// The steps of an all-to-all: part r of the input goes to rank r, and what rank r sends becomes part r of the output.
final class PartExchange {
    private final Exchange exchange;
    private final Parts parts;

    PartExchange(Exchange exchange) {
        CollectiveArgs args = exchange.args();
        this.exchange = exchange;
        this.parts = new Parts(0, args.elements(), args.world());
    }

    long most() {
        return parts.most();
    }

    /// A rank's part for itself stays.
    void keepOwn() {
        int own = exchange.args().rank();
        exchange.batches(parts.most(), batch -> {
            for (int i = 0; i < batch.segments(); i++) {
                long start = parts.start(own) + batch.start(i);
                exchange.store(start, exchange.load(start, batch.count(i)));
            }
        });
    }

    void send(int to, Exchange.Batch batch) {
        for (int i = 0; i < batch.segments(); i++) {
            exchange.send(GroupTopologies.pair(to), exchange.load(parts.start(to) + batch.start(i), batch.count(i)));
        }
    }

    void take(int from, Exchange.Batch batch) {
        for (int i = 0; i < batch.segments(); i++) {
            exchange.store(
                    parts.start(from) + batch.start(i), exchange.take(GroupTopologies.pair(from), batch.count(i)));
        }
    }
}

package sectile.dist.algorithm;

import org.jspecify.annotations.Nullable;
import sectile.sim.kernel.Handle;

/// A ring in which every rank's value visits every rank: P−1 rounds, each rank forwards what it received, not its
/// sum. Values are combined in the order of positions, so that all ranks get the same bits.
final class ForwardRing {
    private ForwardRing() {}

    /// The combination of the values of all positions of a ring, on each of them.
    static Handle allReduce(Exchange exchange, String to, String from, int position, int size, Handle own) {
        return allReduce(exchange, to, from, position, size, new Handle[] {own})[0];
    }

    /// The same for several values at a time; they may be as many as a ring has slots.
    static Handle[] allReduce(Exchange exchange, String to, String from, int position, int size, Handle[] own) {
        @Nullable Handle[][] all = new Handle[own.length][size];
        for (int i = 0; i < own.length; i++) {
            all[i][position] = own[i];
            if (size > 1) {
                exchange.send(to, own[i]);
            }
        }
        for (int round = 1; round < size; round++) {
            exchange.step("round", round);
            for (int i = 0; i < own.length; i++) {
                Handle value = exchange.take(from, own[i].shape().elements());
                all[i][Math.floorMod(position - round, size)] = value;
                if (round + 1 < size) {
                    exchange.send(to, value);
                }
            }
        }
        Handle[] results = new Handle[own.length];
        for (int i = 0; i < own.length; i++) {
            results[i] = fold(exchange, all[i]);
        }
        return results;
    }

    private static Handle fold(Exchange exchange, @Nullable Handle[] values) {
        Handle result = null;
        for (Handle value : values) {
            if (value == null) {
                throw new IllegalStateException("a value did not travel around the ring");
            }
            result = result == null ? value : exchange.combine(result, value);
        }
        if (result == null) {
            throw new IllegalStateException("a ring without members");
        }
        return result;
    }
}

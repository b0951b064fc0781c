package sectile.dist.algorithm;

import sectile.sim.kernel.Handle;

/// A line of members without wrap-around, of which one collects from both sides and hands out to both.
///
/// @param at this member's position, of `size`
/// @param root the position that collects
/// @param forward the direction towards higher positions
record Line(Exchange exchange, int at, int size, int root, String forward, String backward) {
    /// Combines towards the root; the others get what they passed on.
    Handle collect(Handle own) {
        Handle value = own;
        long count = own.shape().elements();
        if (at > 0 && at <= root) {
            value = exchange.combine(value, exchange.take(backward, count));
        }
        if (at < size - 1 && at >= root) {
            value = exchange.combine(value, exchange.take(forward, count));
        }
        if (at != root) {
            exchange.send(at < root ? forward : backward, value);
        }
        return value;
    }

    /// Gives all ranks the root's value.
    Handle handOut(Handle own) {
        Handle value = own;
        if (at != root) {
            value = exchange.take(at < root ? forward : backward, own.shape().elements());
        }
        if (at > 0 && at <= root) {
            exchange.send(backward, value);
        }
        if (at < size - 1 && at >= root) {
            exchange.send(forward, value);
        }
        return value;
    }
}

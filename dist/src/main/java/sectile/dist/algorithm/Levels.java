package sectile.dist.algorithm;

import sectile.sim.kernel.Handle;

/// One level of a hierarchy: `size` members in a ring, of which member 0 collects and hands out. The nearer
/// half is collected towards lower numbers, the other half the other way round: ceil((size − 1) / 2) rounds.
///
/// @param up the direction to the next member, `down` to the one before
record Levels(Exchange exchange, int member, int size, String up, String down) {
    /// The last member of the half that is collected towards lower numbers.
    private int half() {
        return size / 2;
    }

    private boolean hasFarHalf() {
        return half() < size - 1;
    }

    /// Combines towards member 0, which gets the result; the others get what they passed on.
    Handle collect(Handle own) {
        Handle value = own;
        long count = own.shape().elements();
        if (member == 0) {
            if (size > 1) {
                value = exchange.combine(value, exchange.take(up, count));
            }
            if (hasFarHalf()) {
                value = exchange.combine(value, exchange.take(down, count));
            }
        } else if (member <= half()) {
            if (member < half()) {
                value = exchange.combine(value, exchange.take(up, count));
            }
            exchange.send(down, value);
        } else {
            if (member > half() + 1) {
                value = exchange.combine(value, exchange.take(down, count));
            }
            exchange.send(up, value);
        }
        return value;
    }

    /// Gives all ranks the value of member 0.
    Handle handOut(Handle own) {
        long count = own.shape().elements();
        if (member == 0) {
            if (size > 1) {
                exchange.send(up, own);
            }
            if (hasFarHalf()) {
                exchange.send(down, own);
            }
            return own;
        }
        if (member <= half()) {
            Handle value = exchange.take(down, count);
            if (member < half()) {
                exchange.send(up, value);
            }
            return value;
        }
        Handle value = exchange.take(up, count);
        if (member > half() + 1) {
            exchange.send(down, value);
        }
        return value;
    }
}

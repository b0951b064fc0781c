package sectile.dist.best;

import java.util.List;

/// A queue from one rank to another, and what carries it.
///
/// @param direction its name at the sender
/// @param back the number of the arc in the other direction
/// @param resources the numbers of the finite links on the way
/// @param delay latencies and overheads, in fabric units
record Arc(int from, int to, String direction, int back, List<Integer> resources, double delay) {}

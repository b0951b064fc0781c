/// The network of the machine: links with occupancy, routes over them, transfers cut into chunks.
///
/// The rules of time, in one place:
///
/// - A route is a sequence of links and the nodes between them. A transfer pays the overhead of every node it
///   passes and the latency of every link once, and occupies each link for bytes / bandwidth of that link.
/// - Transfers are cut-through: the head moves on as soon as a link has taken it up, the tail follows when the
///   slowest link so far has let it go. Alone on its route, a transfer of `n` bytes takes
///   `Σ overhead + Σ latency + n / min(bandwidth)`, to the picosecond.
/// - Transfers longer than `fabric.chunk_bytes` go as chunks; the next chunk is offered to the first link when the
///   previous one has left it, so that flows which meet on a link take turns.
/// - A link serves one chunk at a time, first come first served within a virtual channel and round-robin between
///   channels.
///
/// Inside this package time is kept in 1/16384 ps ([sectile.sim.fabric.Units]), because the time of one byte is
/// rarely a whole number of picoseconds; rounding happens once, upwards, when the last byte arrives.
///
/// Start reading at [sectile.sim.fabric.Fabric#send] and [sectile.sim.fabric.Routes#between].
@NullMarked
package sectile.sim.fabric;

import org.jspecify.annotations.NullMarked;

/// Ranks that work together.
///
/// [Distributed] is the door: it makes the group of all ranks and smaller ones. A [ProcessGroup] has the
/// collectives; each call joins an [Epoch], in which all ranks must ask for the same, and gives a [Work] to
/// wait for. A [Communicator] is an algorithm made ready for a group: planned on the host, its queues installed
/// through the machine.
@NullMarked
package sectile.dist.group;

import org.jspecify.annotations.NullMarked;

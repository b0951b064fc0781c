/// The inter-PE communication queue: rings of slots between neighbouring PEs, and how they are paired and installed.
///
/// A [Wiring] says which PE each direction of each PE leads to; [InstallPlan] pairs the directions up and
/// gives every PE its table; [QueuePair] is one entry of that table at run time, with the four pointers of
/// the protocol. None of this knows time: the simulated machine moves the bytes and the credits.
///
/// Payloads are matched by the address they are written to and credits by the base of the ring they free,
/// never by the sender: in a ring of two PEs, E and W have the same peer.
@NullMarked
package sectile.sim.ipcq;

import org.jspecify.annotations.NullMarked;

/// Addresses and what lies behind them: the address map with its one table of ranges, allocators, sparse contents, and
/// the translation of virtual addresses.
///
/// [AddressMap] says what an address is, [Allocators] gives addresses out, [Memory] holds the bytes, [Mmu] maps a
/// tensor's contiguous virtual range to the physical shards behind it.
@NullMarked
package sectile.sim.memory;

import org.jspecify.annotations.NullMarked;

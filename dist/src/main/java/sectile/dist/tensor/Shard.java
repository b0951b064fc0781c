package sectile.dist.tensor;

/// A shard in memory.
///
/// @param address the physical address of its first byte
public record Shard(ShardSpec spec, long address) {}

package sectile.dist.ccl;

/// One line of what a sweep found: up to so many bytes, on so many ranks, this algorithm was the fastest.
public record TuningRow(Collective collective, int ranks, long maxBytes, String algorithm) {}

package sectile.dist.workload;

/// Numbers that look random and depend on nothing but a key and a position: any of them can be had without the others.
record Noise(long key) {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    /// Another sequence, for each number another one.
    Noise with(long number) {
        return new Noise(mix(mix(key) + number * STEP));
    }

    /// One of the numbers from 0 to `bound` − 1.
    ///
    /// @param bound at most 2^32
    long below(long bound, long position) {
        return ((at(position) >>> 32) * bound) >>> 32;
    }

    /// 1 or −1.
    int sign(long position) {
        return at(position) < 0 ? -1 : 1;
    }

    private long at(long position) {
        return mix(key + position * STEP);
    }

    /// The finaliser of SplitMix64.
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}

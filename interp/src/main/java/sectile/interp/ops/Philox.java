package sectile.interp.ops;

/// The counter-based generator Philox 4x32.
final class Philox {
    private static final long MULTIPLIER_0 = 0xD2511F53L;
    private static final long MULTIPLIER_1 = 0xCD9E8D57L;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;

    private Philox() {}

    static int[] block(int[] counter, int[] key, int rounds) {
        int[] c = counter.clone();
        int k0 = key[0];
        int k1 = key[1];
        for (int round = 0; round < rounds; round++) {
            long p0 = MULTIPLIER_0 * (c[0] & 0xffffffffL);
            long p1 = MULTIPLIER_1 * (c[2] & 0xffffffffL);
            c = new int[] {(int) (p1 >>> 32) ^ c[1] ^ k0, (int) p1, (int) (p0 >>> 32) ^ c[3] ^ k1, (int) p0};
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        return c;
    }

    /// Counts up, across all four words.
    static void next(int[] counter) {
        int word = 0;
        while (word < 4 && ++counter[word] == 0) {
            word++;
        }
    }
}

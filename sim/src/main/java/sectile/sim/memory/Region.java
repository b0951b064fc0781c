package sectile.sim.memory;

import org.jspecify.annotations.Nullable;

/// The blocks of one aligned stretch of addresses, as far as they were written.
final class Region {
    static final int BITS = 16;
    static final int BLOCK_BITS = 10;
    static final int BLOCK_BYTES = 1 << BLOCK_BITS;
    private static final int BLOCKS = 1 << (BITS - BLOCK_BITS);

    private final byte[] @Nullable [] blocks = new byte[BLOCKS] @Nullable [];

    byte @Nullable [] block(long address) {
        return blocks[index(address)];
    }

    byte[] newBlock(long address) {
        byte[] block = new byte[BLOCK_BYTES];
        blocks[index(address)] = block;
        return block;
    }

    private static int index(long address) {
        return (int) (address >>> BLOCK_BITS) & (BLOCKS - 1);
    }
}

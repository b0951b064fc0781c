package sectile.sim.memory;

import static sectile.sim.memory.Region.BLOCK_BYTES;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The contents of all memories, by physical address.
///
/// Only blocks that were written exist; everything else reads as zero. Blocks are small because on a large machine
/// many PEs write a few bytes each, far apart; those of one region of addresses are found together, so that moving a
/// large tensor does not look up every block.
public final class Memory {
    private final RegionTable regions = new RegionTable();
    private final ValueHash values = new ValueHash();
    private long blocks;

    /// The region used last: accesses come in runs.
    private long lastNumber = -1;

    private @Nullable Region lastRegion;

    /// Copies `length` bytes from `address` on into `target`.
    public void read(long address, byte[] target, int offset, int length) {
        check(address, target, offset, length);
        long at = address;
        int to = offset;
        int end = offset + length;
        while (to < end) {
            int inBlock = (int) at & (BLOCK_BYTES - 1);
            int run = Math.min(end - to, BLOCK_BYTES - inBlock);
            Region region = region(at >>> Region.BITS);
            byte[] block = region == null ? null : region.block(at);
            if (block == null) {
                Arrays.fill(target, to, to + run, (byte) 0);
            } else {
                System.arraycopy(block, inBlock, target, to, run);
            }
            at += run;
            to += run;
        }
    }

    /// Copies `length` bytes of `source` to `address` and on.
    public void write(long address, byte[] source, int offset, int length) {
        check(address, source, offset, length);
        values.add(source, offset, length);
        long at = address;
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int inBlock = (int) at & (BLOCK_BYTES - 1);
            int run = Math.min(end - from, BLOCK_BYTES - inBlock);
            System.arraycopy(source, from, blockToWrite(at), inBlock, run);
            at += run;
            from += run;
        }
    }

    /// Takes bytes into the value hash that a program keeps elsewhere.
    public void note(byte[] bytes) {
        values.add(bytes, 0, bytes.length);
    }

    /// A hash of everything that was written, in order, wherever it was written to.
    public String valueHash() {
        return values.text();
    }

    /// How much of the machine's memory has been written to, in bytes, rounded to blocks.
    public long residentBytes() {
        return blocks * BLOCK_BYTES;
    }

    private static void check(long address, byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (address < 0 || address > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException("0x" + Long.toHexString(address) + " is not a physical address");
        }
    }

    private byte[] blockToWrite(long address) {
        Region region = region(address >>> Region.BITS);
        if (region == null) {
            region = new Region();
            regions.put(lastNumber, region);
            lastRegion = region;
        }
        byte[] block = region.block(address);
        if (block == null) {
            block = region.newBlock(address);
            blocks++;
        }
        return block;
    }

    private @Nullable Region region(long number) {
        if (number != lastNumber) {
            lastRegion = regions.find(number);
            lastNumber = number;
        }
        return lastRegion;
    }
}

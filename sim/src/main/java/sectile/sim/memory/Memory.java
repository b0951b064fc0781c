package sectile.sim.memory;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The contents of all memories, by physical address. Only pages that were written exist; everything else reads as
/// zero.
public final class Memory {
    private static final int PAGE_BITS = 16;
    private static final int PAGE_BYTES = 1 << PAGE_BITS;

    private final Map<Long, byte[]> pages = new HashMap<>();
    private long lastNumber = -1;
    private byte @Nullable [] lastPage;

    public void read(long address, byte[] target, int offset, int length) {
        long at = address;
        int to = offset;
        int left = length;
        while (left > 0) {
            int inPage = (int) (at & PAGE_BYTES - 1);
            int run = Math.min(left, PAGE_BYTES - inPage);
            byte[] page = page(at >>> PAGE_BITS);
            if (page == null) {
                Arrays.fill(target, to, to + run, (byte) 0);
            } else {
                System.arraycopy(page, inPage, target, to, run);
            }
            at += run;
            to += run;
            left -= run;
        }
    }

    public void write(long address, byte[] source, int offset, int length) {
        long at = address;
        int from = offset;
        int left = length;
        while (left > 0) {
            int inPage = (int) (at & PAGE_BYTES - 1);
            int run = Math.min(left, PAGE_BYTES - inPage);
            System.arraycopy(source, from, newPage(at >>> PAGE_BITS), inPage, run);
            at += run;
            from += run;
            left -= run;
        }
    }

    /// How much of the machine's memory has been written to, in bytes, rounded to pages.
    public long residentBytes() {
        return (long) pages.size() * PAGE_BYTES;
    }

    private byte @Nullable [] page(long number) {
        if (number != lastNumber) {
            lastPage = pages.get(number);
            lastNumber = number;
        }
        return lastPage;
    }

    private byte[] newPage(long number) {
        byte[] page = page(number);
        if (page == null) {
            page = new byte[PAGE_BYTES];
            pages.put(number, page);
            lastPage = page;
        }
        return page;
    }
}

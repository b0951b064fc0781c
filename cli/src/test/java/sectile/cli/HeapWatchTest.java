package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapWatchTest {
    @Test
    void warnsWhenACollectionLeavesTheHeapNearlyFull() throws InterruptedException {
        var warnings = new LinkedBlockingQueue<String>();
        // Any live data is more than this part of the heap.
        HeapWatch.warn(1e-6, warnings::add);
        System.gc();
        assertThat(warnings.poll(1, TimeUnit.MINUTES))
                .startsWith("warning: memory is nearly full: ")
                .contains("--max-memory ");
    }
}

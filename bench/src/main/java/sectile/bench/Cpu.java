package sectile.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/// CPU time of the measuring thread: other work on the machine disturbs it less than wall time.
final class Cpu {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Cpu() {}

    static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /// Something that can be measured, and how many operations it did.
    interface Work {
        long run();
    }

    /// Nanoseconds per operation, the best of some rounds after a first one that warms up.
    static double nanosPerOperation(int rounds, Work work) {
        work.run();
        double best = Double.MAX_VALUE;
        for (int i = 0; i < rounds; i++) {
            long began = nanos();
            long operations = work.run();
            best = Math.min(best, (nanos() - began) / (double) operations);
        }
        return best;
    }
}

package sectile.runtime.host;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.runtime.device.Meter;

/// Peaks of this processor and counters of the system, each opened when it is first asked for.
final class HostMeter implements Meter {
    private final NativeCache cache;
    private final int threads;
    private @Nullable PeakProbe probe;
    private @Nullable PerfEvents events;

    HostMeter(NativeCache cache, int threads) {
        this.cache = cache;
        this.threads = threads;
    }

    private PeakProbe probe() {
        PeakProbe known = probe;
        if (known == null) {
            known = new PeakProbe(cache.alone("peak", RuntimeSources.peak()), threads);
            probe = known;
        }
        return known;
    }

    private PerfEvents events() {
        PerfEvents known = events;
        if (known == null) {
            known = new PerfEvents();
            events = known;
        }
        return known;
    }

    @Override
    public Optional<Peak> peak() {
        return Optional.of(probe().measure());
    }

    @Override
    public boolean emptyCaches() {
        probe().emptyCaches();
        return true;
    }

    @Override
    public void startCounters() {
        events().start();
    }

    @Override
    public void stopCounters() {
        events().stop();
    }

    @Override
    public List<Reading> readings(long executions) {
        return events().readings(executions);
    }

    @Override
    public void close() {
        if (probe != null) {
            probe.close();
        }
        if (events != null) {
            events.close();
        }
    }
}

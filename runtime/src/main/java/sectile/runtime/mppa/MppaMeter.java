package sectile.runtime.mppa;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import sectile.runtime.device.Meter;
import sectile.runtime.mppa.MppaLink.Request;

/// Counters that the program of the accelerator reads.
final class MppaMeter implements Meter {
    private final Supplier<MppaLink> link;
    private final int cluster;
    private final List<MppaCounter> counters;
    private final double[] sums;
    private List<String> unavailable = List.of();

    MppaMeter(Supplier<MppaLink> link, int cluster, List<MppaCounter> counters) {
        this.link = link;
        this.cluster = cluster;
        this.counters = counters;
        this.sums = new double[counters.size()];
    }

    @Override
    public void startCounters() {
        String names = counters.stream().map(counter -> counter.name() + "\n").collect(Collectors.joining());
        MemorySegment body = MemorySegment.ofArray(names.getBytes(StandardCharsets.UTF_8));
        String reasons =
                link.get().ask(Request.COUNT, 0, 0, body, MemorySegment.NULL).message();
        unavailable = reasons.lines().toList();
    }

    @Override
    public void stopCounters() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(JAVA_DOUBLE, (long) MppaCounter.MOST * MppaDevice.PES);
            link.get().ask(Request.COUNTED, 0, 0, MemorySegment.NULL, values);
            for (int i = 0; i < sums.length; i++) {
                double[] ofPes = values.asSlice(
                                (long) i * MppaDevice.PES * Double.BYTES, (long) MppaDevice.PES * Double.BYTES)
                        .toArray(JAVA_DOUBLE);
                sums[i] += counters.get(i).of(ofPes);
            }
        }
    }

    @Override
    public List<Reading> readings(long executions) {
        var readings = new ArrayList<Reading>();
        for (int i = 0; i < sums.length; i++) {
            MppaCounter counter = counters.get(i);
            String why = counter.cluster() >= 0 && counter.cluster() != cluster
                    ? "the program runs on cluster " + cluster
                    : i < unavailable.size() ? unavailable.get(i) : "it was not counted";
            readings.add(new Reading(counter.text(), why.isEmpty() ? sums[i] / executions : 0, why));
        }
        return readings;
    }
}

package sectile.dist.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import sectile.base.limit.Limits;
import sectile.base.quantity.Quantity;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.TuningRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Runs one collective at many sizes by several algorithms, each on a fresh machine.
public final class Sweep {
    /// Values are computed and checked up to this many bytes on all ranks together, unless told otherwise.
    public static final long CHECKED_BYTES = 4L << 20;

    private Sweep() {}

    /// Sizes from `begin` to `end`, each `factor` times the one before.
    public static List<Long> sizes(long begin, long end, long factor) {
        List<Long> sizes = new ArrayList<>();
        for (long size = begin; size <= end; size *= factor) {
            sizes.add(size);
            if (size > Long.MAX_VALUE / factor) {
                break;
            }
        }
        return sizes;
    }

    /// Runs one case.
    ///
    /// @param machine with as many SIPs as the case has ranks
    public static SweepRow run(Case point, Topology machine, CclConfig config) {
        return run(point, machine, config, Registries.builtin(), CHECKED_BYTES, Limits.none());
    }

    /// The same with what the configuration can name, and up to how many bytes on all ranks together values are
    /// computed and checked.
    public static SweepRow run(
            Case point, Topology machine, CclConfig config, Registries registries, long checkedBytes, Limits limits) {
        long count = count(point);
        CclConfig chosen = config.with(point.collective(), point.algorithm());
        if (point.collective() != Collective.ALL_REDUCE) {
            // What the group installs first must fit any number of ranks.
            chosen = chosen.with(Collective.ALL_REDUCE, "ring");
        }
        boolean data = point.size() <= checkedBytes / point.ranks();
        MachineOptions options = MachineOptions.standard().withData(data).within(limits);
        try (Machine opened = Machine.open(machine, options)) {
            WorkloadResult result = new CollectiveWorkload(
                            point.collective(), count, point.dtype(), point.op(), chosen, registries)
                    .run(opened, 1);
            return new SweepRow(
                    point,
                    count,
                    result.main().latencyPs(),
                    data ? OptionalLong.of(result.wrong()) : OptionalLong.empty(),
                    ((Quantity.Ratio) result.figure("efficiency").orElseThrow()).value());
        }
    }

    /// Elements of one rank's input for a size; at least one, and as many as the ranks can share where they must.
    private static long count(Case point) {
        long elements = Math.max(1, point.size() / point.dtype().bytesFor(1));
        return switch (point.collective()) {
            case ALL_GATHER -> Math.max(1, elements / point.ranks());
            case REDUCE_SCATTER, ALL_TO_ALL -> Math.max(1, elements / point.ranks()) * point.ranks();
            case ALL_REDUCE, BROADCAST, REDUCE, BARRIER, SEND_RECV -> elements;
        };
    }

    /// The fastest row of each number of ranks and size; the first one among equals.
    public static List<SweepRow> best(List<SweepRow> rows) {
        record Key(Collective collective, int ranks, long size) {}
        SequencedMap<Key, SweepRow> best = new LinkedHashMap<>();
        for (SweepRow row : rows) {
            Case point = row.point();
            best.merge(
                    new Key(point.collective(), point.ranks(), point.size()),
                    row,
                    (a, b) -> b.latencyPs() < a.latencyPs() ? b : a);
        }
        return List.copyOf(best.values());
    }

    /// What `algorithm: auto` should know: neighbouring sizes with the same winner become one row.
    public static List<TuningRow> tuning(List<SweepRow> rows) {
        List<SweepRow> best = best(rows).stream()
                .sorted(Comparator.comparing((SweepRow row) -> row.point().collective())
                        .thenComparingInt(row -> row.point().ranks())
                        .thenComparingLong(row -> row.point().size()))
                .toList();
        List<TuningRow> tuning = new ArrayList<>();
        for (SweepRow row : best) {
            Case point = row.point();
            TuningRow next = new TuningRow(point.collective(), point.ranks(), point.size(), point.algorithm());
            boolean same = !tuning.isEmpty()
                    && tuning.getLast().collective() == next.collective()
                    && tuning.getLast().ranks() == next.ranks()
                    && tuning.getLast().algorithm().equals(next.algorithm());
            if (same) {
                tuning.removeLast();
            }
            tuning.add(next);
        }
        return tuning;
    }

    /// A ccl.yaml that chooses by a tuning table.
    public static String toYaml(List<TuningRow> tuning) {
        StringBuilder text = new StringBuilder("# Written by sectile sweep. Use it with --ccl FILE.\n");
        text.append("defaults: { algorithm: auto }\n\ntuning:\n");
        for (TuningRow row : tuning) {
            text.append("  - { collective: ")
                    .append(row.collective().text())
                    .append(", ranks: ")
                    .append(row.ranks())
                    .append(", max_bytes: ")
                    .append(row.maxBytes())
                    .append(", algorithm: ")
                    .append(row.algorithm())
                    .append(" }\n");
        }
        return text.toString();
    }
}

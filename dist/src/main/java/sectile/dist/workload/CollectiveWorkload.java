package sectile.dist.workload;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.diag.Span;
import sectile.base.quantity.Quantity;
import sectile.base.quantity.Units;
import sectile.dist.Cluster;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.BusBandwidth;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.CollectiveTiming;
import sectile.dist.group.Distributed;
import sectile.dist.limit.Certificate;
import sectile.dist.limit.LowerBound;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.worker.SpawnException;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineStatistics;
import sectile.sim.workload.Figure;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// One collective on all ranks, checked.
///
/// Every element begins with a number of its own that depends on the seed, its rank, its array and its position, and
/// such that the result is exact in whatever order ranks are combined. Every element of the result is compared with
/// what it must be, and of a barrier also whether it holds back whom it must.
///
/// @param elements of each participant's input
/// @param config which algorithm does it
/// @param registries what the configuration can name
public record CollectiveWorkload(
        Collective collective, long elements, DType dtype, ReduceOp op, CclConfig config, Registries registries)
        implements Workload {
    /// With what comes with the runtime.
    public CollectiveWorkload(Collective collective, long elements, DType dtype, ReduceOp op, CclConfig config) {
        this(collective, elements, dtype, op, config, Registries.builtin());
    }

    @Override
    public String name() {
        return collective.text();
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        try {
            return runOn(machine, seed);
        } catch (SpawnException e) {
            throw e.forUsers();
        }
    }

    private WorkloadResult runOn(Machine machine, long seed) {
        // Not closed: the machine belongs to the caller.
        Cluster cluster = Cluster.on(machine);
        Distributed dist = cluster.distributed();
        dist.initProcessGroup("ahbm", config, registries, config.ranks(collective));
        int world = dist.worldSize();
        AlgorithmSettings settings = settings();
        Participants participants = Participants.of(settings, registries, machine.topology());
        requireMemory(machine, (long) world * participants.arrays());
        Inputs inputs = Inputs.of(this, seed, world, participants.arrays());
        Program program = new Program(this, cluster, participants, world, inputs);
        dist.spawn(program::prepare);
        machine.resetStatistics();
        dist.spawn(program::run);
        MachineStatistics statistics = machine.statistics();
        CollectiveTiming timing =
                program.timing().orElseThrow(() -> new IllegalStateException("the collective left no timing"));
        ValueCheck values = new ValueCheck();
        if (machine.computesValues()) {
            Check check = new Check(new Expected(this, inputs, participants.arrays(), world), name(), values);
            dist.spawn(rank -> check.compare(rank, program.result(rank)));
            if (collective == Collective.BARRIER) {
                new LateRanks(this, machine.topology(), timing.times().latencyPs(), values).check(seed);
            }
        }
        List<WorkloadResult.Phase> phases = new ArrayList<>();
        phases.add(new WorkloadResult.Phase(
                collective.text(),
                Units.counted(world, "rank") + " × " + Units.counted(participants.pes(), "PE") + ", " + elements + " "
                        + dtype.text()
                        + (participants.shared() && participants.pes() > 1 ? " together, " : " each, ")
                        + timing.algorithm(),
                timing.times()));
        long size = BusBandwidth.size(collective, dtype.bytesFor(elements), world);
        Certificate certificate = LowerBound.certificate(
                machine.topology(), world, collective, size, timing.times().submittedPs());
        List<Figure> figures = figures(timing, participants, world, certificate);
        return new WorkloadResult(phases, values, statistics, figures).withCut(certificate.mark());
    }

    /// Refuses more values than this host has memory for, before any is made.
    private void requireMemory(Machine machine, long participants) {
        if (machine.computesValues()) {
            String what = collective.text() + " of " + elements + " " + dtype.text() + " on " + participants
                    + " participants";
            double bytes = (double) elements * dtype.bits() / 8 * participants;
            machine.limits().require((long) bytes, what, Span.none());
        }
    }

    private AlgorithmSettings settings() {
        String chosen = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        // What `auto` may choose all runs on one PE per rank.
        return chosen.equals(CclConfig.AUTO) ? config.algorithm("ring") : config.algorithm(chosen);
    }

    private List<Figure> figures(
            CollectiveTiming timing, Participants participants, int world, Certificate certificate) {
        long size = BusBandwidth.size(collective, dtype.bytesFor(elements), world);
        long latencyPs = timing.times().latencyPs();
        List<Figure> figures = new ArrayList<>();
        String asked = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        figures.add(Figure.text("algorithm", asked.equals(CclConfig.AUTO) ? timing.algorithm() : asked));
        if (!asked.equals(CclConfig.AUTO) && !asked.equals(timing.algorithm())) {
            figures.add(Figure.text("carried_out_by", timing.algorithm()));
        }
        figures.add(Figure.count("ranks", world));
        figures.add(Figure.count("pes_per_rank", participants.pes()));
        figures.add(Figure.count("count", elements));
        figures.add(Figure.of("size", new Quantity.Bytes(size)));
        figures.add(Figure.text("dtype", dtype.text()));
        figures.add(Figure.text("op", op.text()));
        if (collective != Collective.BARRIER) {
            // A barrier moves nothing.
            double algbw = latencyPs == 0 ? 0 : size * 1e12 / latencyPs;
            figures.add(Figure.of("algbw", new Quantity.Rate(algbw)));
            figures.add(Figure.of("busbw", new Quantity.Rate(algbw * BusBandwidth.factor(collective, world))));
        }
        long bound = certificate.boundPs();
        figures.add(Figure.of("bound", new Quantity.Time(bound)));
        if (bound > 0) {
            figures.add(Figure.text("bound_by", certificate.limitedBy()));
        }
        figures.add(Figure.of("efficiency", new Quantity.Ratio(latencyPs == 0 ? 1.0 : (double) bound / latencyPs)));
        return figures;
    }

    /// Whether elements of different ranks become one.
    boolean combines() {
        return switch (collective) {
            case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> true;
            case ALL_GATHER, BROADCAST, ALL_TO_ALL, BARRIER, SEND_RECV -> false;
        };
    }

    /// The elements of one participant's output.
    long outputElements(int world) {
        return switch (collective) {
            case ALL_GATHER -> elements * world;
            case REDUCE_SCATTER -> elements / world;
            case ALL_REDUCE, BROADCAST, REDUCE, ALL_TO_ALL, BARRIER, SEND_RECV -> elements;
        };
    }

    boolean isInPlace() {
        return switch (collective) {
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> false;
            case ALL_REDUCE, BROADCAST, REDUCE, BARRIER, SEND_RECV -> true;
        };
    }

    /// Joins the collective with the tensors of a rank.
    void call(Distributed dist, DeviceTensor input, DeviceTensor output) {
        switch (collective) {
            case ALL_REDUCE -> dist.allReduce(input, op);
            case ALL_GATHER -> dist.allGather(output, input);
            case REDUCE_SCATTER -> dist.reduceScatter(output, input, op);
            case BROADCAST -> dist.broadcast(input, 0);
            case REDUCE -> dist.reduce(input, 0, op);
            case ALL_TO_ALL -> dist.allToAll(output, input);
            case BARRIER -> dist.barrier();
            case SEND_RECV -> {
                // Rank 0 sends to the last one; the others have nothing to do.
                int last = dist.worldSize() - 1;
                if (dist.rank() == 0) {
                    dist.send(input, last);
                } else if (dist.rank() == last) {
                    dist.recv(input, 0);
                }
            }
        }
    }
}

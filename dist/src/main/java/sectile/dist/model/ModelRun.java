package sectile.dist.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.quantity.Quantity;
import sectile.dist.Cluster;
import sectile.dist.ccl.Collective;
import sectile.dist.group.Distributed;
import sectile.dist.local.Spread;
import sectile.dist.parallel.TensorParallel;
import sectile.dist.parallel.Weights;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.dist.worker.SpawnException;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineStatistics;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Figure;
import sectile.sim.workload.WorkloadResult;

/// One forward pass of a model on all ranks: groups of `tp` ranks hold one model each, with an input of its
/// own.
final class ModelRun {
    private final Model model;
    private final Cluster cluster;
    private final long seed;
    private final Stopwatch stopwatch;
    private final Map<Integer, Stopwatch.Hand> hands = new TreeMap<>();
    private final Map<Integer, Model.Ready> layers = new TreeMap<>();
    private final Map<Integer, DeviceTensor> inputs = new TreeMap<>();
    private final Map<Integer, DeviceTensor> results = new TreeMap<>();

    private ModelRun(Model model, Machine machine, long seed) {
        this.model = model;
        // Not closed: the machine belongs to the caller.
        this.cluster = Cluster.on(machine);
        this.seed = seed;
        this.stopwatch = new Stopwatch(machine);
    }

    /// @param tp how many ranks share a model; 0 for all
    static WorkloadResult run(Model model, Machine machine, long seed, int tp) {
        try {
            return new ModelRun(model, machine, seed).run(tp);
        } catch (SpawnException e) {
            throw e.forUsers();
        }
    }

    private WorkloadResult run(int tp) {
        Distributed dist = cluster.distributed();
        dist.initProcessGroup("ahbm");
        dist.initializeModelParallel(tp == 0 ? dist.worldSize() : tp);
        dist.spawn(this::prepare);
        cluster.machine().resetStatistics();
        dist.spawn(this::forward);
        cluster.machine().mark("");
        MachineStatistics statistics = cluster.machine().statistics();
        long allReduces = dist.collectiveCounts().getOrDefault(Collective.ALL_REDUCE, 0L);
        ModelCheck check = new ModelCheck();
        if (cluster.machine().computesValues()) {
            for (int i = 0; i < dist.modelParallel().dataSize(); i++) {
                check.expect(i, model.reference(Estimate.exact(input(i)), roundings()));
            }
            dist.spawn(rank ->
                    check.compare(dist.modelParallel().dataRank(), rank, Objects.requireNonNull(results.get(rank))));
        }
        LaunchResult total = stopwatch.total();
        return new WorkloadResult(
                List.of(new WorkloadResult.Phase(model.name(), model.detail(), total)),
                check.values(),
                statistics,
                figures(allReduces, check, total));
    }

    private List<Figure> figures(long allReduces, ModelCheck check, LaunchResult total) {
        var groups = cluster.distributed().modelParallel();
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.count("ranks", cluster.distributed().worldSize()));
        figures.add(Figure.count("tp", groups.tensorSize()));
        figures.add(Figure.count("dp", groups.dataSize()));
        figures.add(Figure.text("dtype", model.dtype().text()));
        figures.addAll(model.extents());
        figures.add(Figure.count("all_reduces", allReduces / groups.dataSize()));
        figures.addAll(stopwatch.figures());
        double tflops =
                total.latencyPs() == 0 ? Double.NaN : model.operations() * groups.dataSize() / total.latencyPs();
        figures.add(Figure.of("tflops", new Quantity.Real(tflops)));
        if (check.values().checked() > 0) {
            figures.add(Figure.of("largest_error_of_bound", new Quantity.Real(check.farthest())));
        }
        return figures;
    }

    /// The longest chain of sums an element of a reduced result can be at the end of.
    private int roundings() {
        Topology machine = cluster.machine().topology();
        return 1
                + machine.pesPerCube()
                + machine.cubes()
                + cluster.distributed().modelParallel().tensorSize();
    }

    /// Numbers between −1 and 1.
    private NdArray input(int ofModel) {
        Region all = new Region(0, model.rows(), 0, model.columns());
        return Weights.seeded(seed * 1000 + ofModel).weight(Shape.of(1, model.columns()), model.dtype(), all);
    }

    private void prepare(int rank) {
        cluster.ahbm().setDevice(rank);
        Stopwatch.Hand hand = stopwatch.hand();
        hands.put(rank, hand);
        TensorParallel tp = new TensorParallel(cluster, hand);
        layers.put(rank, model.prepare(tp));
        DType dtype = model.dtype();
        Shape shape = Shape.of(model.rows(), model.columns());
        int ofModel = cluster.distributed().modelParallel().dataRank();
        inputs.put(
                rank,
                cluster.machine().computesValues()
                        ? cluster.fromHost(input(ofModel), Spread.replicated())
                        : cluster.full(shape, dtype, 0, Spread.replicated()));
    }

    private void forward(int rank) {
        cluster.ahbm().setDevice(rank);
        Model.Ready ready = Objects.requireNonNull(layers.get(rank));
        DeviceTensor x = Objects.requireNonNull(inputs.get(rank));
        results.put(rank, ready.forward(x, Objects.requireNonNull(hands.get(rank))));
    }
}

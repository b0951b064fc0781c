package sectile.sim.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Launch;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineStatistics;
import sectile.sim.machine.PeSet;

/// The Q, K and V projections of a transformer layer: `x[tokens×width] · W[width×width]`, three times, on
/// every PE of SIP 0. Each PE holds some columns of each weight in its own HBM slice, next to a copy of `x`.
///
/// @param tileN columns and `tileK` depth of the tiles that are streamed
public record Qkv(int tokens, int width, int tileN, int tileK) implements Workload {
    /// More rows than this in a tile would not fit the scheduler's buffers.
    private static final int MOST_ROWS = 1024;

    private static final DType DTYPE = DType.F16;
    private static final List<String> PROJECTIONS = List.of("q", "k", "v");

    @Override
    public String name() {
        return "qkv";
    }

    /// The columns one PE computes, and where its data lies.
    private record Shard(Place place, int index, int columns, long x, List<Long> weights, List<Long> outputs) {}

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        PeSet sip = PeSet.sip(machine.topology(), 0);
        float[] x = SmallIntegers.floats(seed, machine.computesValues() ? (long) tokens * width : 0);
        List<Shard> shards = place(machine, sip.places(), seed, x);
        machine.resetStatistics();
        Map<Place, Shard> byPlace = new java.util.HashMap<>();
        shards.forEach(shard -> byPlace.put(shard.place, shard));
        Kernel kernel = (tl, args) -> {
            int columns = (int) args.integer(0);
            int rows = Math.min(tokens, MOST_ROWS);
            Handle input = tl.ref(args.pointer(1), Shape.of(tokens, width), DTYPE);
            for (int i = 0; i < PROJECTIONS.size(); i++) {
                Handle weight = tl.ref(args.pointer(2 + 2 * i), Shape.of(width, columns), DTYPE);
                tl.composite("gemm", input, weight, args.pointer(3 + 2 * i), DTYPE, rows, tileN, tileK);
            }
        };
        Launch launch = machine.submit(
                kernel.named("qkv").repeatable(),
                place -> args(byPlace, place),
                PeSet.of(shards.stream().map(Shard::place).toList()));
        machine.drain();
        LaunchResult result = launch.result();
        MachineStatistics statistics = machine.statistics();
        ValueCheck check = new ValueCheck();
        if (machine.computesValues()) {
            for (Shard shard : shards) {
                compare(check, machine, shard, seed, x);
            }
        }
        String detail = tokens + " tokens, width " + width + ", " + shards.size() + " PEs";
        return new WorkloadResult(List.of(new WorkloadResult.Phase("qkv", detail, result)), check, statistics);
    }

    private static KernelArgs args(Map<Place, Shard> shards, Place place) {
        Shard shard = shards.get(place);
        if (shard == null) {
            throw new IllegalStateException("no shard for " + place);
        }
        List<Object> values = new ArrayList<>();
        values.add((long) shard.columns);
        values.add(shard.x);
        for (int i = 0; i < PROJECTIONS.size(); i++) {
            values.add(shard.weights.get(i));
            values.add(shard.outputs.get(i));
        }
        return new KernelArgs(values);
    }

    /// Splits the columns evenly, the last PEs getting fewer or none, and copies the inputs in.
    private List<Shard> place(Machine machine, List<Place> places, long seed, float[] x) {
        int share = Math.ceilDiv(width, places.size());
        List<Shard> shards = new ArrayList<>();
        boolean data = machine.computesValues();
        long inputBytes = DTYPE.bytesFor((long) tokens * width);
        Tile input = Tile.ofFloats(DTYPE, data ? Shape.of(tokens, width) : Shape.of(0), x);
        for (int i = 0; i < places.size() && i * share < width; i++) {
            int columns = Math.min(share, width - i * share);
            Place place = places.get(i);
            long xAddress = machine.allocate(Space.HBM, place, DTYPE, (long) tokens * width);
            if (data) {
                copyIn(machine, xAddress, input);
            } else {
                machine.writeTimed(xAddress, inputBytes);
            }
            List<Long> weights = new ArrayList<>();
            List<Long> outputs = new ArrayList<>();
            for (int p = 0; p < PROJECTIONS.size(); p++) {
                long weight = machine.allocate(Space.HBM, place, DTYPE, (long) width * columns);
                if (data) {
                    copyIn(machine, weight, weight(seed, i, p, columns));
                } else {
                    machine.writeTimed(weight, DTYPE.bytesFor((long) width * columns));
                }
                weights.add(weight);
                outputs.add(machine.allocate(Space.HBM, place, DTYPE, (long) tokens * columns));
            }
            shards.add(new Shard(place, i, columns, xAddress, weights, outputs));
        }
        return shards;
    }

    private static void copyIn(Machine machine, long address, Tile tile) {
        machine.write(address, tile.toNdArray());
    }

    private float[] weightValues(long seed, int shard, int projection, int columns) {
        return SmallIntegers.floats(seed + 1 + 3L * shard + projection, (long) width * columns);
    }

    private Tile weight(long seed, int shard, int projection, int columns) {
        return Tile.ofFloats(DTYPE, Shape.of(width, columns), weightValues(seed, shard, projection, columns));
    }

    private void compare(ValueCheck check, Machine machine, Shard shard, long seed, float[] x) {
        for (int p = 0; p < PROJECTIONS.size(); p++) {
            float[] weight = weightValues(seed, shard.index, p, shard.columns);
            NdArray found = machine.read(shard.outputs.get(p), DTYPE, Shape.of(tokens, shard.columns));
            new ProductCheck(x, weight, tokens, shard.columns, width)
                    .compare(check, new ValueCheck.Result(PROJECTIONS.get(p), shard.place), found);
        }
    }
}

package sectile.compiler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.compiler.pass.Pass;
import sectile.compiler.passes.AllocateAddresses;
import sectile.compiler.passes.AutoTileMatmul;
import sectile.compiler.passes.BlockRows;
import sectile.compiler.passes.CollectCommGroups;
import sectile.compiler.passes.ConvertTensorToTileOps;
import sectile.compiler.passes.ConvertToSsa;
import sectile.compiler.passes.CtrlFlow;
import sectile.compiler.passes.DeriveCallDirections;
import sectile.compiler.passes.DeriveTaskDependencies;
import sectile.compiler.passes.ExpandMixedKernel;
import sectile.compiler.passes.FlattenCalls;
import sectile.compiler.passes.FlattenTilesTo2D;
import sectile.compiler.passes.InferMemorySpace;
import sectile.compiler.passes.InitMemRef;
import sectile.compiler.passes.InjectGmPipeBuffer;
import sectile.compiler.passes.InlineFunctions;
import sectile.compiler.passes.InsertCommFences;
import sectile.compiler.passes.LegalizeCasts;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.passes.LowerHostCollectives;
import sectile.compiler.passes.LowerPipelineLoops;
import sectile.compiler.passes.MaterializeCommCtx;
import sectile.compiler.passes.MaterializeCommDomains;
import sectile.compiler.passes.MemoryReuse;
import sectile.compiler.passes.NormalizeReturnOrder;
import sectile.compiler.passes.OutlineCluster;
import sectile.compiler.passes.OutlineHierarchy;
import sectile.compiler.passes.OutlineInCore;
import sectile.compiler.passes.OutlineSpmd;
import sectile.compiler.passes.Simplify;
import sectile.compiler.passes.SplitVectorKernel;
import sectile.compiler.passes.SynthesizeSignals;
import sectile.compiler.passes.UnrollLoops;

/// The passes in the order in which they run, and pipelines by name. A new pass is one line here.
public final class Pipelines {
    /// Everything: from a program as written to what is emitted.
    public static final String FULL = "full";
    /// Until kernels compute on tiles, which every executor runs, and load them ahead where they ask for it.
    public static final String TILES = "tiles";

    private Pipelines() {}

    /// Until kernels compute on tiles.
    private static List<Pass> front() {
        return List.of(
                new InlineFunctions(),
                new UnrollLoops(),
                new CtrlFlow(),
                new ConvertToSsa(),
                new Simplify(),
                new FlattenCalls(),
                new OutlineHierarchy(),
                new OutlineSpmd(),
                new OutlineCluster(),
                new OutlineInCore(),
                new AutoTileMatmul(),
                new BlockRows(),
                new ConvertTensorToTileOps(),
                new FlattenTilesTo2D(),
                new LegalizeCasts(),
                new InferMemorySpace());
    }

    /// From collectives to loads, stores and signals. Kernels that do collectives of the host are made before the
    /// passes that plan the memory of kernels.
    private static List<Pass> collectives() {
        return List.of(
                new SynthesizeSignals(),
                new CollectCommGroups(),
                new MaterializeCommDomains(),
                new LowerHostCollectives(),
                new LowerCompositeOps(),
                new MaterializeCommCtx());
    }

    /// From kernels whose tiles all have a memory to functions for each kind of core, with addresses.
    private static List<Pass> cores() {
        return List.of(
                new ExpandMixedKernel(),
                new InjectGmPipeBuffer(),
                new SplitVectorKernel(),
                new NormalizeReturnOrder(),
                new LowerPipelineLoops(),
                new InitMemRef(),
                new MemoryReuse(),
                new AllocateAddresses(),
                new DeriveCallDirections(),
                new DeriveTaskDependencies(),
                new Simplify(),
                new InsertCommFences());
    }

    /// Every pipeline, by name.
    public static SequencedMap<String, List<Pass>> all() {
        var pipelines = new LinkedHashMap<String, List<Pass>>();
        var full = new ArrayList<Pass>(front());
        full.addAll(collectives());
        full.addAll(cores());
        pipelines.put(FULL, List.copyOf(full));
        var tiles = new ArrayList<Pass>(front());
        tiles.add(new LowerPipelineLoops());
        pipelines.put(TILES, List.copyOf(tiles));
        return pipelines;
    }

    /// The passes of a pipeline.
    public static List<Pass> named(String name) {
        return Optional.ofNullable(all().get(name))
                .orElseThrow(() -> new IllegalArgumentException("no pipeline " + name + " among " + all().keySet()));
    }

    /// A pass by its name.
    public static Optional<Pass> pass(String name) {
        return all().values().stream()
                .flatMap(List::stream)
                .filter(p -> p.name().equals(name))
                .findFirst();
    }
}

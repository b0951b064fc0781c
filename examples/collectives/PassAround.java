package examples.collectives;

import java.util.Set;
import sectile.base.array.Shape;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// An all-reduce of one's own, in one file: every rank passes its whole array once around the ring and combines what
/// comes by. Copy it, rename it, and change what [#run] does.
///
/// A ccl.yaml finds it by the name of its class when it is on the class path; docs/collectives.md walks through it.
public final class PassAround implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = PassAround::run;
        return kernel.named("pass_around").repeatable();
    }

    /// Runs on every participating PE: plain, blocking code.
    private static void run(Tl tl, KernelArgs arguments) {
        CollectiveArgs args = CollectiveArgs.of(arguments);
        // A payload must fit a slot, so the array goes in segments.
        for (long start = 0; start < args.elements(); start += args.segment()) {
            long count = Math.min(args.segment(), args.elements() - start);
            long address = args.pointer() + args.dtype().bytesFor(start);
            Handle own = tl.load(address, Shape.of(count), args.dtype());
            // Combining in the order of ranks gives all of them the same bits.
            Handle[] all = new Handle[args.world()];
            all[args.rank()] = own;
            Handle passing = own;
            for (int round = 1; round < args.world(); round++) {
                tl.send("E", passing);
                passing = tl.take("W", Shape.of(count), args.dtype());
                all[Math.floorMod(args.rank() - round, args.world())] = passing;
            }
            Handle sum = all[0];
            for (int rank = 1; rank < args.world(); rank++) {
                sum = args.op().combine(tl, sum, all[rank]);
            }
            tl.store(address, sum);
        }
    }
}

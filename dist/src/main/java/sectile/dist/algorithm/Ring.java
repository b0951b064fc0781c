package sectile.dist.algorithm;

import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Team;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// The bandwidth-optimal ring: P−1 steps of reduce-scatter, then P−1 of all-gather, each moving 1/P of the
/// array. Each half is a collective of its own.
///
/// One way round, everything goes east. Both ways round, one half of every part goes east and the other west, which
/// takes half the time where each rank has a link to each side.
final class Ring implements Algorithm {
    private final boolean bothWays;

    Ring(boolean bothWays) {
        this.bothWays = bothWays;
    }

    @Override
    public Set<Collective> collectives() {
        return Set.of(Collective.ALL_REDUCE, Collective.ALL_GATHER, Collective.REDUCE_SCATTER);
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = this::run;
        return kernel.named(bothWays ? "ring_both_ways" : "ring").repeatable();
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings) {
        return List.of(collective.text());
    }

    private void run(Tl tl, KernelArgs arguments) {
        Exchange exchange = new Exchange(tl, arguments);
        CollectiveArgs args = exchange.args();
        switch (Collective.parse(args.extraText(0)).orElseThrow()) {
            case ALL_REDUCE -> allReduce(exchange);
            case ALL_GATHER -> allGather(exchange);
            case REDUCE_SCATTER -> reduceScatter(exchange);
            case BROADCAST, REDUCE, ALL_TO_ALL, BARRIER, SEND_RECV ->
                throw new IllegalArgumentException("a ring does not do " + args.extraText(0));
        }
    }

    private void allReduce(Exchange exchange) {
        CollectiveArgs args = exchange.args();
        int world = args.world();
        if (world > 1) {
            Parts parts = new Parts(0, args.elements(), world);
            pass(exchange, parts, parts, 0, 2 * (world - 1), world - 1);
        }
    }

    /// The input is one part, the output all of them.
    private void allGather(Exchange exchange) {
        CollectiveArgs args = exchange.args();
        Parts results = new Parts(0, args.elements() * args.world(), args.world());
        long own = results.start(args.rank());
        exchange.batches(args.elements(), batch -> {
            for (int i = 0; i < batch.segments(); i++) {
                exchange.store(own + batch.start(i), exchange.load(batch.start(i), batch.count(i)));
            }
        });
        if (args.world() > 1) {
            // Only the own part is read from the input, and that is where part `rank` would be.
            Parts parts = new Parts(-own, results.elements(), args.world());
            pass(exchange, parts, results, 0, args.world() - 1, 0);
        }
    }

    /// The input is all parts, the output the one with the number of the rank.
    private void reduceScatter(Exchange exchange) {
        CollectiveArgs args = exchange.args();
        Parts parts = new Parts(0, args.elements(), args.world());
        long own = parts.start(args.rank());
        Parts results = new Parts(-own, args.elements(), args.world());
        if (args.world() > 1) {
            pass(exchange, parts, results, 1, args.world() - 1, args.world() - 1);
            return;
        }
        exchange.batches(args.elements(), batch -> {
            for (int i = 0; i < batch.segments(); i++) {
                exchange.store(batch.start(i), exchange.load(batch.start(i), batch.count(i)));
            }
        });
    }

    /// @param behind how far the part that a rank sends first is behind its own, in the direction of travel
    private void pass(Exchange exchange, Parts parts, Parts results, int behind, int steps, int reducing) {
        int rank = exchange.args().rank();
        RingPass.run(
                exchange,
                bothWays
                        ? List.of(
                                RingPass.east(
                                        new HalfParts(parts, false),
                                        new HalfParts(results, false),
                                        rank - behind,
                                        steps,
                                        reducing),
                                RingPass.west(
                                        new HalfParts(parts, true),
                                        new HalfParts(results, true),
                                        rank + behind,
                                        steps,
                                        reducing))
                        : List.of(RingPass.east(parts, results, rank - behind, steps, reducing)));
    }
}

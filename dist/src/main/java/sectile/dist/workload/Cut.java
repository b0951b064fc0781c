package sectile.dist.workload;

import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;

/// Some ranks, and what the links between them and the others can carry.
///
/// @param inside how many ranks there are on this side
/// @param first whether rank 0, the root, is among them
/// @param last whether the last rank is
/// @param gbs GB/s of all links between the sides, in one direction
/// @param duplex whether both directions can be used at the same time
record Cut(int inside, boolean first, boolean last, double gbs, Duplex duplex) {
    /// How long the bytes that must cross take at least, in picoseconds.
    ///
    /// @param bytes the size of the collective as nccl-tests counts it
    double picoseconds(Collective collective, int ranks, double bytes) {
        double in = in(collective, ranks);
        double out = out(collective, ranks);
        double crossing = duplex == Duplex.FULL ? Math.max(in, out) : in + out;
        return crossing * bytes * 1000 / gbs;
    }

    /// The part of the size that must come in, whatever the algorithm: ranks may combine elements before they send
    /// them, but what one side knows of the other has come across.
    private double in(Collective collective, int ranks) {
        return switch (collective) {
            case ALL_REDUCE -> 1;
            case ALL_GATHER -> (double) (ranks - inside) / ranks;
            case REDUCE_SCATTER -> (double) inside / ranks;
            case ALL_TO_ALL -> (double) inside * (ranks - inside) / ranks;
            case BROADCAST -> first ? 0 : 1;
            case REDUCE -> first ? 1 : 0;
            case SEND_RECV -> last && !first ? 1 : 0;
            case BARRIER -> 0;
        };
    }

    /// What must go out is what must come into the other side.
    private double out(Collective collective, int ranks) {
        return new Cut(ranks - inside, !first, !last, gbs, duplex).in(collective, ranks);
    }
}

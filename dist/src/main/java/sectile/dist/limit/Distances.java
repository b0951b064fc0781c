package sectile.dist.limit;

import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.Topology;

/// How far the bytes of an all-to-all have to go.
///
/// @param ranks on the first SIPs, one each
record Distances(SipGrid grid, int ranks) {
    /// The sum over all pairs of ranks, in both directions.
    long sum() {
        long[] columns = new long[grid.w()];
        long[] rows = new long[grid.h()];
        for (int rank = 0; rank < ranks; rank++) {
            columns[grid.x(rank)]++;
            rows[grid.y(rank)]++;
        }
        return along(columns) + along(rows);
    }

    /// Along one axis, by how many ranks there are at each coordinate.
    private long along(long[] counts) {
        long sum = 0;
        for (int a = 0; a < counts.length; a++) {
            for (int b = 0; b < a; b++) {
                int apart = grid.topology().wraps() ? Math.min(a - b, counts.length - (a - b)) : a - b;
                sum += 2 * counts[a] * counts[b] * apart;
            }
        }
        return sum;
    }

    /// The time in picoseconds if all links were busy with it all the time.
    ///
    /// @param bytes that each rank has for all ranks together
    double allToAll(Topology machine, double bytes) {
        LinkSpec link = machine.link(LinkKind.SIP_SIP);
        if (link.bandwidth().infinite()) {
            return 0;
        }
        int channels = grid.channels().size();
        double servers = link.duplex() == Duplex.FULL ? channels : channels / 2.0;
        return sum() * (bytes / ranks) * 1000 / (servers * link.bandwidth().gbs());
    }
}

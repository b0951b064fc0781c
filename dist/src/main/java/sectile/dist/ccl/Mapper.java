package sectile.dist.ccl;

import java.util.List;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// Says which PEs of a SIP take part in a collective.
@FunctionalInterface
public interface Mapper {
    /// The PEs in structural order.
    List<Place> places(Topology machine, int sip);
}

package sectile.dist.ccl;

import java.util.HashSet;
import java.util.List;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// Says which PEs of a SIP take part in a collective.
@FunctionalInterface
public interface Mapper {
    /// The PEs in structural order.
    List<Place> places(Topology machine, int sip);

    /// The same, with a diagnostic if what it lists are not different PEs of the SIP.
    ///
    /// @param settings the entry that names it
    default Mapper checked(AlgorithmSettings settings) {
        return (machine, sip) -> {
            List<Place> places = places(machine, sip);
            boolean exist = places.stream()
                    .allMatch(place ->
                            place.sip() == sip && place.cube() < machine.cubes() && place.pe() < machine.pesPerCube());
            if (places.isEmpty() || !exist || new HashSet<>(places).size() != places.size()) {
                throw CclErrors.badMapper(settings, sip, places);
            }
            return places;
        };
    }
}

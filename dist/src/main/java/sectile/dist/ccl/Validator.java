package sectile.dist.ccl;

import java.util.List;
import java.util.Optional;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.Place;

/// Says whether an algorithm can work on a tensor, looking at all of it.
@FunctionalInterface
public interface Validator {
    /// What is wrong with the layout, in words; empty if nothing is.
    ///
    /// @param participants the PEs of the tensor's SIP that take part
    Optional<String> objection(DeviceTensor tensor, List<Place> participants);
}

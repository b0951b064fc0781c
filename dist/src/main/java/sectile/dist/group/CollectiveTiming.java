package sectile.dist.group;

import sectile.dist.ccl.Collective;
import sectile.sim.machine.LaunchResult;

/// How long a collective took.
///
/// @param algorithm the entry of the ccl.yaml that did it
/// @param elements of one rank's input
/// @param times from the first rank's call to the last rank's knowledge that it is done
public record CollectiveTiming(Collective collective, String algorithm, long elements, LaunchResult times) {}

package sectile.sim.fabric;

import org.jspecify.annotations.Nullable;

/// A step of a route: from its beginning or from behind a link to the next link, or to the destination.
///
/// @param delayUnits latency and node overhead on the way, in fabric units
/// @param link what comes after that; null at the destination
/// @param next the step from behind that link on
record Hop(long delayUnits, @Nullable Link link, @Nullable Hop next) {}

package sectile.sim.trace;

import sectile.sim.Place;

/// One operation of one engine.
///
/// @param startPs when the engine took it up
/// @param endPs when its effect was there
/// @param bytes bytes moved, 0 for arithmetic
/// @param flops arithmetic operations, 0 for movement
/// @param flow joins a send with the receive that took its payload; 0 = none
/// @param kernelLine where in the kernel the operation stands, "" if not known
public record Op(
        long startPs,
        long endPs,
        Place place,
        Lane lane,
        String name,
        long bytes,
        long flops,
        long flow,
        String kernelLine) {}

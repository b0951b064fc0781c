package sectile.sim.machine;

import sectile.sim.Place;

/// Where a [Strand] asks for something: which component pays for it, and where its messages begin.
public sealed interface Site {
    /// The host.
    record Host() implements Site {}

    /// The control processor (IO_CPU) of a SIP.
    record Control(int sip) implements Site {}

    /// A PE with its engines.
    record Element(Place place) implements Site {}
}

package sectile.runtime.simulated;

import sectile.interp.machine.Platform;
import sectile.sim.machine.Site;

/// A place of the interpreter's programs on the machine.
///
/// @param loads what the cores there have requested and not received yet
record MachineSite(Site site, LoadsInFlight loads) implements Platform.Location {
    MachineSite(Site site) {
        this(site, new LoadsInFlight());
    }
}

package sectile.runtime.simulated;

import sectile.interp.machine.Platform;
import sectile.sim.machine.Site;

/// A place of the interpreter's programs on the machine.
record MachineSite(Site site) implements Platform.Location {}

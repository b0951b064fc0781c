/// # Groups of devices and the windows they share
///
/// What passes over communication have in common. [WindowRoots][sectile.compiler.comm.WindowRoots] traces a value back
/// to the buffer or parameter that it looks into, [DeviceSets][sectile.compiler.comm.DeviceSets] says which devices a
/// dispatch reaches, and [Wiring][sectile.compiler.comm.Wiring] hands a value down the calls from the host to where it
/// is needed.
@NullMarked
package sectile.compiler.comm;

import org.jspecify.annotations.NullMarked;

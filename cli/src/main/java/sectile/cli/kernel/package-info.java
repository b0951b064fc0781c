/// `sectile run FILE.py`: a kernel as text, on PEs of the user's choice. [KernelCommand] is the verb, [Selection] the
/// choice.
@NullMarked
package sectile.cli.kernel;

import org.jspecify.annotations.NullMarked;

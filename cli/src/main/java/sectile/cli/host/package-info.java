/// `sectile run BENCH.py`: a program of the host as text. [HostCommand] is the verb.
@NullMarked
package sectile.cli.host;

import org.jspecify.annotations.NullMarked;

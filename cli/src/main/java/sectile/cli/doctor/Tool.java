package sectile.cli.doctor;

import java.util.List;

/// Something outside Sectile that Sectile can use.
///
/// @param gives what Sectile does with it
/// @param packages the Debian packages that bring it; empty if there is none
record Tool(String name, String gives, List<String> packages, Probe probe) {
    Finding look() {
        return probe.look(this);
    }
}
